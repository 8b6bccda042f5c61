// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.engine.log.BatchCount;
import io.tidemark.engine.log.DiskFullException;
import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogStore.OpenedLog;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.record.Crc;
import java.io.IOException;
import java.util.UUID;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import org.junit.jupiter.api.Test;

/** What a log does on a disk of 8 MiB that fills up. */
abstract class FullDiskContract {
    static final long DISK_BYTES = 8 << 20;

    private static final LogConfig CONFIG = new LogConfig(1 << 20, Long.MAX_VALUE, 1 << 20);
    private static final UUID TOPIC_ID = new UUID(8, 8);

    /** The store on that disk. */
    abstract ChronicleLogStore open() throws IOException;

    private static void fill(PartitionLog log, int valueBytes) throws IOException {
        for (int i = 0; i < 100_000; i++) {
            long end = log.logEndOffset();
            log.append(TestBatches.batch(end, 1, 0, 1, valueBytes), end);
        }
    }

    private static void assertWhole(PartitionLog log) throws IOException {
        long[] next = {log.logStartOffset()};
        log.scan(next[0], batch -> {
            assertThat(Crc.matches(batch)).isTrue();
            next[0]++;
        });
        assertThat(next[0]).isEqualTo(log.logEndOffset());
    }

    @Test
    void keepsEverythingAndGoesOnWhenThereIsSpaceAgain() throws IOException {
        for (int valueBytes : new int[] {500, 40_000, 300_000}) {
            ChronicleLogStore store = open();
            PartitionLog log = store.open("full", TOPIC_ID, valueBytes, CONFIG).log();
            assertThatThrownBy(() -> fill(log, valueBytes)).isInstanceOf(DiskFullException.class);
            assertWhole(log);
            long end = log.logEndOffset();
            assertThat(log.flush()).isEqualTo(end);
            store.abandon();
            // A process that ended maps nothing, and what is deleted is free at once.
            BackgroundResourceReleaser.releasePendingResources();
            ChronicleLogStore again = open();
            OpenedLog opened = again.open("full", TOPIC_ID, valueBytes, CONFIG);
            PartitionLog reopened = opened.log();
            assertThat(opened.damaged()).as(opened.detail()).isFalse();
            assertThat(reopened.logEndOffset()).isEqualTo(end);
            assertWhole(reopened);
            reopened.trimTo(end);
            reopened.close();
            PartitionLog last = again.open("full", TOPIC_ID, valueBytes, CONFIG).log();
            last.append(TestBatches.batch(end, 1, 0, 1, valueBytes), end);
            assertWhole(last);
            BatchCount count = new BatchCount();
            last.fold(count);
            assertThat(count.batches()).isEqualTo(end + 1);
            last.close();
            again.delete(TOPIC_ID, valueBytes);
            again.close();
        }
    }
}
