// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicConfigsTest {
    @Test
    void everyConfigIsDocumentedAndItsDefaultIsLegal() {
        assertThat(TopicConfigs.keys()).hasSize(13).allSatisfy(key -> {
            assertThat(key.documentation()).isNotBlank().endsWith(".");
            assertThat(key.problem(key.defaultText())).isNull();
        });
    }

    @Test
    void theTopicsValueGoesBeforeTheClustersAndThatBeforeTheDefault() {
        var topic = TestCluster.configs("retention.ms", "1");
        var cluster = TestCluster.configs("retention.ms", "2", "segment.ms", "3");

        TopicConfigs configs = TopicConfigs.of(topic, cluster);

        assertThat(configs.retentionMs()).isEqualTo(1);
        assertThat(configs.segmentMs()).isEqualTo(3);
        assertThat(configs.retentionBytes()).isEqualTo(-1);
        assertThat(configs.effective())
                .containsEntry("retention.ms", "1")
                .containsEntry("segment.ms", "3")
                .containsEntry("durability", "replicated")
                .hasSize(13);
    }

    @Test
    void valuesAreTyped() {
        TopicConfigs configs = TopicConfigs.of(
                TestCluster.configs(
                        "durability", "flushed",
                        "unclean.leader.election.enable", "true",
                        "max.message.bytes", "2048",
                        "segment.bytes", "1048576"),
                TestCluster.configs());

        assertThat(configs.durability()).isEqualTo(Durability.FLUSHED);
        assertThat(configs.uncleanLeaderElection()).isTrue();
        assertThat(configs.maxMessageBytes()).isEqualTo(2_048);
        assertThat(configs.segmentBytes()).isEqualTo(1_048_576);
        assertThat(configs.minInSyncReplicas()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "min.insync.replicas=0",
                "min.insync.replicas=32768",
                "retention.ms=-2",
                "retention.ms=0",
                "retention.bytes=1e9",
                "segment.bytes=1",
                "segment.bytes=2147483648",
                "segment.ms=0",
                "max.message.bytes=0",
                "max.message.bytes=99999999999999999999",
                "cleanup.policy=shred",
                "delete.retention.ms=-1",
                "min.cleanable.dirty.ratio=1.5",
                "min.cleanable.dirty.ratio=NaN",
                "durability=FLUSHED",
                "unclean.leader.election.enable=yes",
                "unclean.leader.election.enable=",
                "unclean.recovery.strategy=Balanced",
                "delete.grace.ms=-1"
            })
    void illegalValuesAreRefusedInOneLineThatSaysWhatIsLegal(String config) {
        int equals = config.indexOf('=');

        String problem = TopicConfigs.problem(config.substring(0, equals), config.substring(equals + 1));

        assertThat(problem).startsWith(config).contains("must be").doesNotContain("\n");
    }

    @Test
    void unknownKeysAreRefusedWithThoseThatAreKnown() {
        assertThat(TopicConfigs.problem("retention", "1"))
                .startsWith("unknown topic config retention")
                .contains("retention.ms");
        assertThat(TopicConfigs.problem("retention")).isNotNull();
        assertThat(TopicConfigs.problem("retention.ms")).isNull();
    }
}
