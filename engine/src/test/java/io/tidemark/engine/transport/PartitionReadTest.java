// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.memory.MemoryLogStore;
import io.tidemark.engine.replication.Effect;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchPartition;
import io.tidemark.v1.FetchedPartition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PartitionReadTest {
    private static final byte[] VALUE = "value".getBytes(StandardCharsets.UTF_8);

    private static FetchedPartition decoded(ByteBuffer batch) throws IOException {
        PartitionLog log = new MemoryLogStore()
                .open("orders", new UUID(1, 2), 0, LogConfig.DEFAULT)
                .log();
        log.append(batch, 0);
        PartitionRead read = new PartitionRead(
                FetchPartition.getDefaultInstance(),
                List.of(),
                new TopicResolver(() -> ClusterImage.EMPTY),
                answered -> {});
        read.served(new Effect.ServeFetch(1, 0, 1_000, 1, 1, 1, 0, 1), log.read(0, 1_000, 1));
        return read.toWire(true);
    }

    private static ByteBuffer batch() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(1, null, VALUE, List.of());
        return builder.build(0, 0);
    }

    @Test
    void handsOutTheRecordsOfABatch() throws IOException {
        assertThat(decoded(batch()).getRecordsList())
                .singleElement()
                .satisfies(record -> assertThat(record.getValue().toByteArray()).isEqualTo(VALUE));
    }

    @Test
    void handsOutNoRecordOfADamagedBatch() throws IOException {
        ByteBuffer damaged = batch();
        damaged.put(damaged.limit() - 2, (byte) 'X');

        FetchedPartition answer = decoded(damaged);

        assertThat(answer.getRecordsList()).isEmpty();
        assertThat(answer.getError()).isEqualTo(ErrorCode.ERROR_CODE_CORRUPT_BATCH);
        assertThat(answer.getErrorMessage()).contains("checksum");
    }
}
