// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogChain;
import io.tidemark.engine.log.LogChain.Action;
import io.tidemark.engine.log.LogChain.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ChronicleLogChainTest {
    @Property(tries = 300)
    void behavesLikeTheModel(@ForAll("histories") List<Step> steps) throws IOException {
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

    private static void delete(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        return LogChain.histories(40);
    }
}
