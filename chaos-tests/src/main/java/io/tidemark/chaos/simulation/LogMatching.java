// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two logs that hold the same offset from the same leader epoch are the same up to there (I3); offsets of a log are dense
 * (I17); its epochs rise and are those of its batches (I13).
 */
final class LogMatching implements Invariant {
    @Override
    public String name() {
        return "I3 log matching";
    }

    private record Line(long base, long end, int crc, int leaderEpoch) {}

    @Override
    public @Nullable String onCluster(Stage stage) {
        for (TopicImage topic : stage.quorum().image().topics().values()) {
            for (int number = 0; number < topic.partitions().size(); number++) {
                String fault = check(stage, new PartitionKey(topic.topicId(), number));
                if (fault != null) {
                    return topic.name() + "-" + number + ": " + fault;
                }
            }
        }
        return null;
    }

    private static @Nullable String check(Stage stage, PartitionKey key) {
        List<List<Line>> logs = new ArrayList<>();
        for (Machine machine : stage.machines()) {
            PartitionLog log = machine.disk().log(key);
            if (log == null) {
                continue;
            }
            List<Line> lines = linesOf(log);
            String fault = faultWithin(lines, log);
            if (fault != null) {
                return "broker " + machine.node() + " " + fault;
            }
            logs.add(lines);
        }
        for (int i = 0; i < logs.size(); i++) {
            for (int j = i + 1; j < logs.size(); j++) {
                String fault = mismatch(logs.get(i), logs.get(j));
                if (fault != null) {
                    return fault;
                }
            }
        }
        return null;
    }

    private static List<Line> linesOf(PartitionLog log) {
        List<Line> lines = new ArrayList<>();
        try {
            log.scan(
                    log.logStartOffset(),
                    batch -> lines.add(new Line(
                            RecordBatch.baseOffset(batch),
                            RecordBatch.endOffset(batch),
                            RecordBatch.crc(batch),
                            RecordBatch.leaderEpoch(batch))));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return lines;
    }

    private static @Nullable String faultWithin(List<Line> lines, PartitionLog log) {
        int epochAt = -1;
        long next = -1;
        List<EpochStart> epochs = log.epochs();
        for (Line line : lines) {
            if (next >= 0 && line.base != next) {
                return "offsets are not dense at " + line;
            }
            next = line.end;
            while (epochAt + 1 < epochs.size() && epochs.get(epochAt + 1).startOffset() <= line.base) {
                epochAt++;
            }
            if (line.base >= log.logStartOffset()
                    && (epochAt < 0 || epochs.get(epochAt).leaderEpoch() != line.leaderEpoch)) {
                return "epochs " + epochs + " are not those of the log at " + line;
            }
        }
        return null;
    }

    /** From the end: the last batch that both hold of one epoch decides that all before are equal. */
    private static @Nullable String mismatch(List<Line> a, List<Line> b) {
        int i = a.size() - 1;
        int j = b.size() - 1;
        boolean shared = false;
        while (i >= 0 && j >= 0) {
            Line left = a.get(i);
            Line right = b.get(j);
            if (left.base > right.base) {
                i--;
            } else if (right.base > left.base) {
                j--;
            } else {
                boolean same = left.equals(right);
                if (!same && (shared || left.leaderEpoch == right.leaderEpoch)) {
                    return left + " and " + right + " in logs that agree on a later batch or on this epoch";
                }
                shared |= same;
                i--;
                j--;
            }
        }
        return null;
    }
}
