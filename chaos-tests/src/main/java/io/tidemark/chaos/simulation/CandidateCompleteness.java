// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.log.PartitionLog;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every in-sync and every eligible leader replica holds all that is committed, on its disk. */
final class CandidateCompleteness implements Invariant {
    @Override
    public String name() {
        return "I2 candidate completeness";
    }

    @Override
    public @Nullable String onMetadata(MetadataStep step) {
        for (TopicImage topic : step.after().topics().values()) {
            TopicImage before = step.before().topics().get(topic.topicId());
            if (!topic.equals(before)) {
                String fault = check(step.stage(), topic);
                if (fault != null) {
                    return fault;
                }
            }
        }
        return null;
    }

    @Override
    public @Nullable String onCluster(Stage stage) {
        for (TopicImage topic : stage.quorum().image().topics().values()) {
            String fault = check(stage, topic);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static @Nullable String check(Stage stage, TopicImage topic) {
        for (int number = 0; number < topic.partitions().size(); number++) {
            PartitionImage partition = topic.partitions().get(number);
            PartitionKey key = new PartitionKey(topic.topicId(), number);
            Truth truth = stage.oracle().truth(key);
            if (partition.lastUncleanLeaderEpoch() > truth.lossEpoch()) {
                continue;
            }
            List<Integer> candidates = new ArrayList<>(partition.isr());
            candidates.addAll(partition.elr());
            for (int candidate : candidates) {
                SimDisk disk = stage.machines().get(candidate).disk();
                String fault = disk.hasUnreportedLoss(key) ? null : faultOf(truth, disk.log(key));
                if (fault != null) {
                    return "broker " + candidate + " of " + topic.name() + "-" + number + " " + partition + ": "
                            + fault;
                }
            }
        }
        return null;
    }

    private static @Nullable String faultOf(Truth truth, @Nullable PartitionLog log) {
        if (log == null) {
            return truth.highWatermark() > 0 ? "has no log, committed to " + truth.highWatermark() : null;
        }
        return truth.difference(log, 0, Long.MAX_VALUE);
    }
}
