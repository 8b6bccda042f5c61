// SPDX-License-Identifier: Apache-2.0
package io.tidemark.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cli.NetworkClients;
import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.NodeLife;
import io.tidemark.cli.cluster.PortPlan;
import io.tidemark.cli.terminal.Home;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.v1.ConfigEntry;
import io.tidemark.v1.ConfigSource;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.TopicListing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What operators ask of a running cluster: trims, elections, configs, deleted topics. */
@Timeout(120)
class OperatorCommandsTest {
    @TempDir
    static Path directory = Path.of("");

    private static LocalCluster cluster;
    private static ClientConfig config;
    private static Admin admin;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = LocalCluster.create(
                directory.resolve("cluster"),
                PortPlan.anyFree(3),
                new Home(Distribution.built().home()),
                new NetworkClients(),
                NodeLife.ATTACHED);
        cluster.startAll();
        cluster.awaitReady();
        config = ClientConfig.of(cluster.layout().bootstrap());
        admin = Admin.create(config);
    }

    @AfterAll
    static void stopCluster() {
        admin.close();
        cluster.killAll();
    }

    @Test
    void trimmedRecordsAreGoneAndTheOthersKeepTheirOffsets() throws Exception {
        admin.createTopic("trimmed", 1, 3, Map.of());
        TopicPartition partition = new TopicPartition("trimmed", 0);
        try (Producer producer = Producer.create(config)) {
            for (int i = 0; i < 10; i++) {
                byte[] value = ("record " + i).getBytes(StandardCharsets.UTF_8);
                producer.send(ProducerRecord.of("trimmed", null, value)).get(30, TimeUnit.SECONDS);
            }
        }

        assertThat(admin.deleteRecords(Map.of(partition, 5L))).containsExactly(Map.entry(partition, 5L));

        try (Consumer consumer = Consumer.create(config)) {
            assertThat(consumer.beginningOffsets(List.of(partition))).containsEntry(partition, 5L);
            assertThat(consumer.endOffsets(List.of(partition))).containsEntry(partition, 10L);
        }
        assertThatThrownBy(() -> admin.deleteRecords(Map.of(partition, 11L)))
                .isInstanceOfSatisfying(TidemarkException.class, refused -> assertThat(refused.code())
                        .isEqualTo(ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE));
        assertThat(admin.deleteRecords(Map.of(partition, -1L))).containsExactly(Map.entry(partition, 10L));
    }

    @Test
    void configsTellWhereTheirValueComesFrom() {
        admin.createTopic("configured", 1, 3, Map.of("retention.ms", "1000"));
        admin.alterConfigs("", Map.of("segment.ms", "60000"), List.of());

        List<ConfigEntry> entries = admin.describeConfigs("configured");

        assertThat(entries)
                .filteredOn(entry -> entry.getName().equals("retention.ms"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.getValue()).isEqualTo("1000"))
                .satisfies(entry -> assertThat(entry.getSource()).isEqualTo(ConfigSource.CONFIG_SOURCE_TOPIC));
        assertThat(entries)
                .filteredOn(entry -> entry.getName().equals("segment.ms"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.getValue()).isEqualTo("60000"))
                .satisfies(entry -> assertThat(entry.getSource()).isEqualTo(ConfigSource.CONFIG_SOURCE_CLUSTER));
        assertThat(entries)
                .filteredOn(entry -> entry.getSource() == ConfigSource.CONFIG_SOURCE_DEFAULT)
                .isNotEmpty();
        assertThatThrownBy(() -> admin.describeConfigs("absent")).isInstanceOf(TidemarkException.class);
    }

    @Test
    void everyPartitionSaysWhatCameOfItsElection() {
        admin.createTopic("elected", 2, 3, Map.of());

        assertThat(admin.electLeaders(ElectionKind.ELECTION_KIND_PREFERRED, "elected", List.of()))
                .hasSize(2)
                .allSatisfy(outcome -> assertThat(outcome.getError())
                        .isIn(ErrorCode.ERROR_CODE_UNSPECIFIED, ErrorCode.ERROR_CODE_ELECTION_NOT_NEEDED));
    }

    @Test
    void aDeletedTopicIsListedWhileItCanBeHadBack() {
        admin.createTopic("regretted", 1, 3, Map.of("delete.grace.ms", "600000"));
        admin.deleteTopic("regretted");

        assertThat(admin.listDeletedTopics()).extracting(TopicListing::getName).contains("regretted");

        admin.undeleteTopic("regretted");
        assertThat(admin.listDeletedTopics()).extracting(TopicListing::getName).doesNotContain("regretted");
        assertThat(admin.listTopics()).extracting(TopicListing::getName).contains("regretted");
    }
}
