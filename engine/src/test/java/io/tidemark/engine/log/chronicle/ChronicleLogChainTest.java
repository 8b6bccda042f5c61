// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogChain;
import io.tidemark.engine.log.LogChain.Action;
import io.tidemark.engine.log.LogChain.Step;
import io.tidemark.engine.log.LogChainProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ChronicleLogChainTest extends LogChainProperties {
    @Override
    @Property(tries = 300)
    protected void behavesLikeTheModel(@ForAll("histories") List<Step> steps) throws IOException {
        Path directory = Files.createTempDirectory("chain");
        try (ChronicleHarness harness = new ChronicleHarness(directory)) {
            LogChain.run(harness, steps);
        } finally {
            delete(directory);
        }
    }

    /** What a cut left may be a gap and nothing else: reading there finds no batch, and that is no damage. */
    @Example
    void readsNothingInAGapAtTheEnd() throws IOException {
        behavesLikeTheModel(List.of(
                new Step(Action.APPEND_GAP, 1, 2, 0),
                new Step(Action.APPEND, 0, 1, 0),
                new Step(Action.TRUNCATE, 143, 1, 0),
                new Step(Action.EPOCH, 0, 0, 0),
                new Step(Action.READ, 0, 530, 499)));
    }

    /** Before a gap an epoch without a batch counts: it began where the gap does. */
    @Example
    void keepsAnEpochWithoutABatchThroughCompaction() throws IOException {
        behavesLikeTheModel(List.of(
                new Step(Action.APPEND, 0, 0, 0),
                new Step(Action.APPEND, 207, 3, 1),
                new Step(Action.APPEND, 24, 0, 1),
                new Step(Action.APPEND, 0, 2, 1000),
                new Step(Action.EPOCH, 70, 66, 234),
                new Step(Action.APPEND_GAP, 433, 179, 10),
                new Step(Action.APPEND, 4, 338, 73),
                new Step(Action.APPEND, 313, 159, 631),
                new Step(Action.APPEND, 95, 8, 9),
                new Step(Action.APPEND, 22, 19, 26),
                new Step(Action.COMPACT, 511, 296, 45)));
    }

    /** The epoch began before the gap that its first batch lies behind. */
    @Example
    void keepsWhereAnEpochBeganBeforeAGapThroughCompaction() throws IOException {
        behavesLikeTheModel(List.of(
                new Step(Action.EPOCH, 8, 0, 0),
                new Step(Action.APPEND_GAP, 101, 8, 389),
                new Step(Action.EPOCH, 177, 0, 0),
                new Step(Action.APPEND, 9, 504, 12),
                new Step(Action.CRASH, 0, 0, 0),
                new Step(Action.APPEND, 9, 504, 12),
                new Step(Action.COMPACT, 961, 0, 0)));
    }

    /** A cut left nothing of a segment but the gap that it begins with: compaction must not forget where that ends. */
    @Example
    void keepsAGapAfterACutThroughCompaction() throws IOException {
        behavesLikeTheModel(List.of(
                new Step(Action.EPOCH, 80, 0, 0),
                new Step(Action.APPEND, 15, 274, 370),
                new Step(Action.APPEND, 0, 1, 999),
                new Step(Action.REOPEN, 43, 0, 0),
                new Step(Action.APPEND_GAP, 101, 87, 462),
                new Step(Action.APPEND, 0, 999, 2),
                new Step(Action.APPEND, 26, 4, 10),
                new Step(Action.APPEND, 3, 25, 213),
                new Step(Action.CRASH, 0, 0, 0),
                new Step(Action.TRUNCATE, 504, 134, 33),
                new Step(Action.APPEND, 32, 16, 59),
                new Step(Action.APPEND, 999, 2, 0),
                new Step(Action.CRASH, 0, 0, 0),
                new Step(Action.APPEND_GAP, 21, 8, 451),
                new Step(Action.APPEND, 646, 749, 6),
                new Step(Action.APPEND, 2, 0, 999),
                new Step(Action.APPEND, 1000, 2, 1),
                new Step(Action.COMPACT, 820, 5, 22),
                new Step(Action.APPEND, 518, 23, 12),
                new Step(Action.CRASH, 0, 0, 0)));
    }

    private static void delete(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
