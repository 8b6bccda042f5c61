// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopicCommandTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void describesAPartitionALineInTheWordsOfKafka() {
        TopicDescription topic = TopicDescription.newBuilder()
                .setName("orders")
                .addPartitions(PartitionRecord.newBuilder()
                        .setPartition(0)
                        .setLeader(2)
                        .addAllReplicas(List.of(2, 3, 1))
                        .addAllIsr(List.of(2, 3, 1)))
                .addPartitions(PartitionRecord.newBuilder()
                        .setPartition(1)
                        .setLeader(-1)
                        .addAllReplicas(List.of(3, 1))
                        .addAllElr(List.of(1, 3)))
                .build();

        assertThat(TopicText.lines(topic))
                .containsExactly(
                        "Topic: orders  Partition: 0  Leader: 2  Replicas: 2,3,1  Isr: 2,3,1  Elr:",
                        "Topic: orders  Partition: 1  Leader: none  Replicas: 3,1  Isr:   Elr: 1,3");
    }

    @Test
    void createsWithTheClustersDefaultsAndSaysWhatItMade() {
        CommandRun run = CommandRun.of(cluster, "topic", "create", "orders", "--config", "retention.ms=5");

        assertThat(run.out()).isEqualTo("Created topic orders: 1 partition(s), replication factor 3.\n");
        assertThat(run.err()).isEmpty();
        assertThat(cluster.topic("orders").getConfigsMap()).containsEntry("retention.ms", "5");
    }

    @Test
    void warnsWhenFewerBrokersThanReplicasBringTheReplicationFactorDown() {
        cluster.brokerCount = 1;

        CommandRun run = CommandRun.of(cluster, "topic", "create", "orders");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).startsWith("warning: replication factor 1");
    }

    @Test
    void describesEveryTopicAsJson() {
        cluster.create("a", 1, 3);
        cluster.create("b", 2, 2);

        CommandRun run = CommandRun.of(cluster, "topic", "describe", "-o", "json");

        JsonObject json = JsonParser.parseString(run.out()).getAsJsonObject();
        JsonObject b = json.getAsJsonArray("topics").get(1).getAsJsonObject();
        assertThat(b.get("name").getAsString()).isEqualTo("b");
        assertThat(b.get("topicId").getAsString()).isEqualTo("00010203-0405-0607-0809-0a0b0c0d0e0f");
        JsonObject second = b.getAsJsonArray("partitions").get(1).getAsJsonObject();
        assertThat(second.get("replicas")).hasToString("[2,3]");
        assertThat(second.get("minIsr").getAsInt()).isEqualTo(2);
    }

    @Test
    void listsNamesALine() {
        cluster.create("b", 1, 1);
        cluster.create("a", 1, 1);

        assertThat(CommandRun.of(cluster, "topic", "list").out()).isEqualTo("a\nb\n");
    }

    @Test
    void altersConfigsAndDeletes() {
        CommandRun.of(cluster, "topic", "create", "orders", "--config", "segment.bytes=1");
        CommandRun.of(cluster, "topic", "alter", "orders", "--set", "retention.ms=7", "--remove", "segment.bytes");

        assertThat(cluster.topic("orders").getConfigsMap()).containsOnlyKeys("retention.ms");
        assertThat(CommandRun.of(cluster, "topic", "delete", "orders").out()).isEqualTo("Deleted topic orders.\n");
        assertThat(cluster.topics).isEmpty();
    }

    @Test
    void passesOnWhyTheClusterRefused() {
        cluster.create("orders", 1, 1);

        CommandRun run = CommandRun.of(cluster, "topic", "create", "orders");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("error: topic orders exists already\n");
    }
}
