// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchInput;
import io.tidemark.engine.replication.ProducerStates.Batch;
import io.tidemark.engine.replication.ProducerStates.Snapshot;
import io.tidemark.engine.replication.ReplicaLife;
import io.tidemark.engine.runtime.PartitionFetch;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ReplicaFetchPartition;
import io.tidemark.v1.ReplicaFetchedPartition;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Positive;

class ReplicaWireTest {
    @Property(tries = 200)
    void producersArriveAsTheyWereSent(@ForAll("producers") List<Snapshot> producers) throws Exception {
        ReplicaFetchedPartition.Builder answer = ReplicaFetchedPartition.newBuilder();
        producers.forEach(producer -> answer.addProducers(ReplicaWire.toWire(producer)));

        ReplicaFetchedPartition arrived =
                ReplicaFetchedPartition.parseFrom(answer.build().toByteString());

        assertThat(ReplicaWire.toReply(arrived).producers()).isEqualTo(producers);
    }

    @Property(tries = 200)
    void aFetchArrivesAsItWasSent(
            @ForAll @Positive long fetchId,
            @ForAll @LongRange(min = 10) long fetchOffset,
            @ForAll @LongRange(max = 10) long flushedOffset,
            @ForAll boolean isEmpty,
            @ForAll @LongRange(max = 10) long logStartOffset,
            @ForAll @LongRange(min = 10) long highWatermark,
            @ForAll boolean wantsProducers)
            throws Exception {
        OptionalInt lastEpoch = isEmpty ? OptionalInt.empty() : OptionalInt.of(3);
        Effect.SendFetch sent = new Effect.SendFetch(
                fetchId, 2, 4, fetchOffset, flushedOffset, lastEpoch, logStartOffset, highWatermark, wantsProducers);
        PartitionKey key = new PartitionKey(new UUID(1, 2), 7);

        ReplicaFetchPartition arrived = ReplicaFetchPartition.parseFrom(
                ReplicaWire.toWire(new PartitionFetch(key, sent), 1_000).toByteString());

        ReplicaLife replica = new ReplicaLife(5, 6);
        assertThat(ReplicaWire.toInput(8, arrived, replica, 9))
                .isEqualTo(new FetchInput.Follower(
                        8,
                        replica,
                        4,
                        fetchOffset,
                        flushedOffset,
                        lastEpoch,
                        logStartOffset,
                        highWatermark,
                        wantsProducers,
                        1_000,
                        9));
        assertThat(ReplicaWire.keyOf(arrived)).isEqualTo(key);
        assertThat(arrived.getFetchId()).isEqualTo(fetchId);
    }

    @Example
    void anOlderLeaderTellsOfNoProducers() {
        assertThat(ReplicaWire.toReply(ReplicaFetchedPartition.getDefaultInstance())
                        .producers())
                .isEmpty();
    }

    @Provide
    Arbitrary<List<Snapshot>> producers() {
        Arbitrary<Integer> sequences = Arbitraries.integers().between(0, Integer.MAX_VALUE);
        Arbitrary<Long> offsets = Arbitraries.longs().between(0, Long.MAX_VALUE);
        Arbitrary<List<Batch>> batches = Combinators.combine(sequences, sequences, offsets)
                .as(Batch::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
        Arbitrary<Short> epochs = Arbitraries.shorts().between((short) 0, Short.MAX_VALUE);
        return Combinators.combine(offsets, epochs, batches)
                .as(Snapshot::new)
                .list()
                .ofMaxSize(20);
    }
}
