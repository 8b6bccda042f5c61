// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.producer.PartitionQueue.Entry;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PartitionQueueTest {
    private static final BatchLimits ROOMY = new BatchLimits(16_384, 1 << 20);
    private static final byte[] VALUE = new byte[100];
    private static final int RECORD_BYTES = BatchBuilder.recordMaxBytes(null, VALUE, List.of());
    private static final long ILLEGAL_TIMESTAMP_MS = Long.MAX_VALUE;

    private final AtomicLong batchIds = new AtomicLong();
    private final List<ProducerBatch> opened = new ArrayList<>();
    private final PartitionQueue queue =
            new PartitionQueue(new TopicPartition("t", 0), Compression.NONE, batchIds::incrementAndGet, opened::add);

    @Test
    void tellsOfEachBatchOnceHoweverManyRecordsItTakes() {
        queue.append(entry(1), ROOMY, 0);
        queue.append(entry(1), ROOMY, 0);
        queue.append(entry(1), ROOMY, 0);

        assertThat(opened).hasSize(1);
        assertThat(opened.get(0).recordCount()).isEqualTo(3);
    }

    @Test
    void onlyTheFirstRecordAndAFullBatchAreNews() {
        BatchLimits twoRecords = new BatchLimits(61 + 2 * RECORD_BYTES, 1 << 20);

        assertThat(queue.append(entry(1), twoRecords, 0).isNews()).isTrue();
        assertThat(queue.append(entry(1), ROOMY, 0).isNews()).isFalse();
        assertThat(queue.append(entry(1), twoRecords, 0).isNews()).isTrue();
        assertThat(opened).hasSize(2);
    }

    @Test
    void aRefusedFirstRecordLeavesNoBatchThatSomebodyWouldWaitFor() {
        assertThatThrownBy(() -> queue.append(entry(ILLEGAL_TIMESTAMP_MS), ROOMY, 0))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(opened).isEmpty();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void everyBatchToldOfIsHandedOut() {
        BatchLimits oneRecord = new BatchLimits(1, 1 << 20);
        queue.append(entry(1), oneRecord, 0);
        queue.append(entry(1), oneRecord, 0);
        queue.append(entry(1), ROOMY, 0);

        List<ProducerBatch> taken = new ArrayList<>();
        taken.add(queue.poll(Long.MIN_VALUE));
        taken.addAll(queue.shut());

        assertThat(taken).containsExactlyElementsOf(opened);
    }

    private static Entry entry(long timestampMs) {
        return new Entry(ProducerRecord.of("t", null, VALUE), List.of(), timestampMs, RECORD_BYTES);
    }
}
