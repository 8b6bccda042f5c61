// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchReply;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Fetches of a broker that follows two partitions of one leader: partition 0 is being added, partition 1 is in sync. */
class ReplicaFetchersTest {
    private static final PartitionKey ADDED = new PartitionKey(TestCluster.TOPIC_ID, 0);
    private static final PartitionKey IN_SYNC = new PartitionKey(TestCluster.TOPIC_ID, 1);
    private static final int BATCH_RECORD_BYTES = 10_000;

    private final ManualClock clock = new ManualClock();
    private final RecordingSender sender = new RecordingSender();
    private final Shards shards = new Shards(1, 2, clock, (reason, cause) -> {
        throw new AssertionError(reason, cause);
    });
    private ClusterImage image = image(1_000, List.of(2));
    private final ReplicaFetchers fetchers =
            new ReplicaFetchers(1, new ReplicaFetchers.Parts(sender, () -> image, shards, clock));
    private long fetchId;

    @Test
    void aReplicaThatIsAddedIsHeldBackUntilWhatItTookIsPaidFor() {
        fetchABatch();

        fetch(ADDED);
        assertThat(sent()).isEmpty();
        clock.advance(8_000);
        fetchers.run();
        assertThat(sent()).isEmpty();
        clock.advance(2_000);
        fetchers.run();
        assertThat(sent()).containsExactly(ADDED);
    }

    @Test
    void aReplicaThatIsInSyncIsNeverHeldBack() {
        fetchABatch();
        for (int round = 0; round < 10; round++) {
            fetch(ADDED);
            fetch(IN_SYNC);
            assertThat(sent()).containsExactly(IN_SYNC);
            answerWithABatch(IN_SYNC);
        }
    }

    @Test
    void whatIsHeldBackGoesAsSoonAsTheReplicaIsInSync() {
        fetchABatch();
        fetch(ADDED);
        assertThat(sent()).isEmpty();

        image = image(1_000, List.of(2, 1));
        fetchers.run();
        assertThat(sent()).containsExactly(ADDED);
    }

    @Test
    void aMoveWithoutALimitIsNotHeldBack() {
        image = image(PartitionImage.NO_THROTTLE, List.of(2));
        for (int round = 0; round < 3; round++) {
            fetch(ADDED);
            assertThat(sent()).containsExactly(ADDED);
            answerWithABatch(ADDED);
        }
    }

    private void fetchABatch() {
        fetch(ADDED);
        assertThat(sent()).containsExactly(ADDED);
        answerWithABatch(ADDED);
    }

    private void fetch(PartitionKey key) {
        fetchers.fetch(key, new Effect.SendFetch(++fetchId, 2, 4, 0, 0, OptionalInt.empty(), 0, 0, false));
        fetchers.run();
    }

    private void answerWithABatch(PartitionKey key) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(1, null, new byte[BATCH_RECORD_BYTES], List.of());
        ByteBuffer batch = builder.build(0, 4);
        sender.lastListener().onReply(key, new FetchReply(fetchId, null, 4, 0, 0, 1, null, List.of(), batch));
    }

    /** Partitions of the fetches sent since this was asked last. */
    private List<PartitionKey> sent() {
        List<PartitionKey> keys = sender.messages.stream()
                .flatMap(List::stream)
                .map(PartitionFetch::key)
                .toList();
        sender.messages.clear();
        return keys;
    }

    private static ClusterImage image(long throttleBytesPerS, List<Integer> isrOfAdded) {
        PartitionImage added = new PartitionImage(
                List.of(2, 1),
                List.of(1),
                List.of(),
                isrOfAdded,
                List.of(),
                List.of(),
                2,
                4,
                5,
                1,
                RecoveryState.RECOVERED,
                -1,
                throttleBytesPerS);
        return TestCluster.image(20, TestCluster.topic(added, TestCluster.partition(2, 4, 5, List.of(2, 1))));
    }
}
