// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.replication.ProducerStates.Batch;
import io.tidemark.engine.replication.ProducerStates.Snapshot;
import io.tidemark.v1.ReplicaFetchedPartition;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ReplicaWireTest {
    @Property(tries = 200)
    void producersArriveAsTheyWereSent(@ForAll("producers") List<Snapshot> producers) throws Exception {
        ReplicaFetchedPartition.Builder answer = ReplicaFetchedPartition.newBuilder();
        producers.forEach(producer -> answer.addProducers(ReplicaWire.toWire(producer)));

        ReplicaFetchedPartition arrived =
                ReplicaFetchedPartition.parseFrom(answer.build().toByteString());

        assertThat(ReplicaWire.toReply(arrived).producers()).isEqualTo(producers);
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
