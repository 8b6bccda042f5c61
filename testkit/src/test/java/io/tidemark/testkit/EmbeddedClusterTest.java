// SPDX-License-Identifier: Apache-2.0
package io.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.consumer.GroupConsumer;
import io.tidemark.client.consumer.RebalanceListener;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EmbeddedClusterTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    @Test
    void keepsRecordsThroughTheDeathOfALeader() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.of(3);
                Admin admin = Admin.create(cluster.clientConfig());
                Producer producer = Producer.create(cluster.clientConfig())) {
            admin.createTopic("orders", 1, 3, Map.of("min.insync.replicas", "2"));
            send(producer, "before");
            int leader = admin.describeTopics(List.of("orders"))
                    .get(0)
                    .getPartitions(0)
                    .getLeader();

            cluster.kill(leader);
            assertThat(cluster.runningNodeIds()).hasSize(2).doesNotContain(leader);
            send(producer, "after");
            cluster.start(leader);
            cluster.awaitReady();

            assertThat(read(cluster, 2)).containsExactly("before", "after");
            assertThat(cluster.faults()).isEmpty();
        }
    }

    @Test
    void aMemberOfAGroupPausesPartitionsAndReadsWithARack() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.of(3, Map.of("broker.rack", "r1"));
                Admin admin = Admin.create(cluster.clientConfig());
                Producer producer = Producer.create(cluster.clientConfig());
                GroupConsumer consumer = GroupConsumer.create(cluster.clientConfig()
                        .with("group.id", "readers")
                        .with("client.rack", "r1")
                        .with("auto.offset.reset", "earliest"))) {
            admin.createTopic("orders", 1, 3, Map.of());
            send(producer, "one");
            consumer.subscribe(List.of("orders"), RebalanceListener.NONE);
            assertThat(readNext(consumer)).isEqualTo("one");

            consumer.pause(List.of(PARTITION));
            send(producer, "two");
            assertThat(consumer.paused()).containsExactly(PARTITION);
            assertThat(consumer.poll(Duration.ofMillis(500))).isEmpty();
            assertThat(consumer.assignment()).containsExactly(PARTITION);

            consumer.resume(List.of(PARTITION));
            assertThat(readNext(consumer)).isEqualTo("two");
        }
    }

    private static String readNext(Consumer consumer) {
        while (true) {
            for (ConsumerRecord record : consumer.poll(Duration.ofSeconds(1))) {
                return new String(Objects.requireNonNull(record.value()), StandardCharsets.UTF_8);
            }
        }
    }

    @Test
    void refusesASettingThatNoNodeHas() {
        assertThatThrownBy(() -> EmbeddedCluster.of(1, Map.of("log.retention.yaers", "1")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("log.retention.yaers");
    }

    @Test
    void refusesWhatMakesNoSenseForItsNodes() {
        assertThatThrownBy(() -> EmbeddedCluster.of(0)).isInstanceOf(IllegalArgumentException.class);
        try (EmbeddedCluster cluster = EmbeddedCluster.of(1)) {
            assertThatThrownBy(() -> cluster.start(1)).hasMessageContaining("runs already");
            assertThatThrownBy(() -> cluster.kill(2)).hasMessageContaining("does not run");
            assertThatThrownBy(() -> cluster.start(2)).hasMessageContaining("no node 2");
        }
    }

    private static void send(Producer producer, String value) throws Exception {
        producer.send(ProducerRecord.of("orders", null, value.getBytes(StandardCharsets.UTF_8)))
                .get(60, TimeUnit.SECONDS);
    }

    private static List<String> read(EmbeddedCluster cluster, int count) {
        List<String> values = new ArrayList<>();
        try (Consumer consumer = Consumer.create(cluster.clientConfig())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            while (values.size() < count) {
                for (ConsumerRecord record : consumer.poll(Duration.ofSeconds(1))) {
                    values.add(new String(Objects.requireNonNull(record.value()), StandardCharsets.UTF_8));
                }
            }
        }
        return values;
    }
}
