// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.PollOperation.Seen;
import io.tidemark.client.consumer.ConsumerRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What one poll returned, as steps of its operation. */
final class PolledRecords {
    private PolledRecords() {}

    static List<Step> steps(List<ConsumerRecord> records) {
        Map<Integer, List<Seen>> byPartition = new TreeMap<>();
        for (ConsumerRecord record : records) {
            byPartition
                    .computeIfAbsent(record.partition(), unused -> new ArrayList<>())
                    .add(Seen.of(record));
        }
        List<Step> steps = new ArrayList<>();
        byPartition.forEach((partition, seen) -> steps.add(new Step.Polled(partition, seen)));
        return steps;
    }
}
