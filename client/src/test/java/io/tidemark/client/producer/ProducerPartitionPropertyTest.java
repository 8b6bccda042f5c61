// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.client.Outcome;
import io.tidemark.client.producer.ProducerEffect.CompleteBatch;
import io.tidemark.client.producer.ProducerEffect.FailBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Random faults against the real decisions: what is acknowledged is in the log, once and in order, and no word is false. */
class ProducerPartitionPropertyTest {
    private static final ByteString TOPIC = ByteString.copyFromUtf8("topic-id-16-byte");
    private static final int STEPS = 400;
    private static final int HEALING_STEPS = 20_000;

    @Property(tries = 400, shrinking = ShrinkingMode.OFF)
    void acknowledgedBatchesAreInTheLogOnceAndInOrder(@ForAll long seed) {
        Run run = new Run(new Random(seed), 150);
        run.faults();
        run.heal();

        run.checkLog();
    }

    @Property(tries = 100, shrinking = ShrinkingMode.OFF)
    void nothingIsGivenUpWhileThereIsTime(@ForAll long seed) {
        Run run = new Run(new Random(seed), 1_000_000);
        run.faultsBetweenLeaders();
        run.heal();

        assertThat(run.failed).isEmpty();
        run.checkLog();
    }

    private static final class Run {
        final Map<Long, Outcome> failed = new TreeMap<>();
        private final Random random;
        private final int deliveryTimeoutMs;
        private final SimulatedBroker broker;
        private final ProducerPartition partition = new ProducerPartition(new ProducerLimits(5, true, 2, 10));
        private final List<Long> completed = new ArrayList<>();
        private final Map<Long, Integer> recordCounts = new HashMap<>();
        private long nowMs;
        private long lastBatchId;

        Run(Random random, int deliveryTimeoutMs) {
            this.random = random;
            this.deliveryTimeoutMs = deliveryTimeoutMs;
            this.broker = new SimulatedBroker(random);
            partition.onProducerId(7, (short) 0);
            route();
        }

        void faults() {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(24)) {
                    case 0 -> breakStream();
                    case 1 -> changeLeader();
                    case 2 -> nowMs += random.nextInt(60);
                    default -> normalStep(true);
                }
            }
        }

        /** Every broken connection comes with a new leader, so that no doubt is left for good. */
        void faultsBetweenLeaders() {
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(16) == 0) {
                    breakStream();
                    changeLeader();
                } else {
                    normalStep(true);
                }
            }
        }

        void heal() {
            for (int step = 0; step < HEALING_STEPS && !(partition.isIdle() && broker.isQuiet()); step++) {
                normalStep(false);
            }
            assertThat(partition.isIdle()).as("all is settled").isTrue();
        }

        private void normalStep(boolean isFaulty) {
            nowMs += random.nextInt(2);
            switch (random.nextInt(5)) {
                case 0 -> queueBatch(isFaulty);
                case 1 -> send();
                case 2 -> broker.receive(isFaulty);
                case 3 -> broker.commit();
                default -> broker.deliver(partition, nowMs, this::onEffect);
            }
            partition.onTick(nowMs, this::onEffect);
        }

        private void queueBatch(boolean isMoreWanted) {
            if (isMoreWanted) {
                long batchId = ++lastBatchId;
                recordCounts.put(batchId, 1 + random.nextInt(3));
                partition.onBatch(batchId, countOf(batchId), nowMs + deliveryTimeoutMs);
            }
        }

        private void send() {
            SendBatch send = partition.nextSend(nowMs, this::onEffect);
            if (send != null) {
                broker.send(send, countOf(send.batchId()));
            }
        }

        private void breakStream() {
            partition.onStreamLost(broker.streamId, "broken", nowMs, this::onEffect);
            broker.breakStream();
            route();
        }

        private void changeLeader() {
            broker.changeLeader();
            route();
        }

        private void route() {
            partition.onRoute(new ProducerRoute(TOPIC, broker.leaderEpoch, broker.streamId), this::onEffect);
        }

        private void onEffect(ProducerEffect effect) {
            if (effect instanceof CompleteBatch complete) {
                completed.add(complete.batchId());
            } else if (effect instanceof FailBatch fail) {
                failed.put(fail.batchId(), fail.outcome());
            }
        }

        private int countOf(long batchId) {
            return Objects.requireNonNull(recordCounts.get(batchId));
        }

        void checkLog() {
            List<Long> logged = broker.log.values().stream().map(Long::valueOf).toList();
            Map<Long, Integer> counts = new TreeMap<>();
            logged.forEach(batchId -> counts.merge(batchId, 1, Integer::sum));
            assertThat(logged).as("in order").isSorted();
            counts.forEach(
                    (batchId, count) -> assertThat(count).as("batch " + batchId).isEqualTo(countOf(batchId)));
            assertThat(counts.keySet()).as("acknowledged").containsAll(completed);
            failed.forEach((batchId, outcome) -> {
                if (outcome == Outcome.NOT_WRITTEN) {
                    assertThat(counts).as("said not written").doesNotContainKey(batchId);
                }
            });
            assertThat(completed.size() + failed.size()).as("all told").isEqualTo((int) lastBatchId);
        }
    }
}
