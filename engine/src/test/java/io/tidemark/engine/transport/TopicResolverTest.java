// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class TopicResolverTest {
    private static final UUID DELETED = new UUID(1, 1);
    private static final UUID PRESENT = new UUID(2, 2);

    private final TopicResolver resolver = new TopicResolver(TopicResolverTest::image);

    private static ClusterImage image() {
        PartitionImage partition = new PartitionImage(
                List.of(1),
                List.of(),
                List.of(),
                List.of(1),
                List.of(),
                List.of(),
                1,
                0,
                0,
                1,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
        TopicImage topic = new TopicImage(PRESENT, "orders", List.of(partition), new TreeMap<>());
        return new ClusterImage(
                1,
                "test",
                TreePMap.empty(),
                TreePMap.singleton(PRESENT, topic),
                TreePMap.singleton("orders", PRESENT),
                TreePMap.empty(),
                0,
                FeatureLevel.LATEST);
    }

    private ErrorCode errorOf(String name, ByteString id, int partition) {
        return resolver.resolve(name, id, partition).error();
    }

    @Test
    void findsAPartitionByItsTopicsNameOrIdOrBoth() {
        PartitionKey key = new PartitionKey(PRESENT, 0);

        assertThat(resolver.resolve("orders", ByteString.EMPTY, 0).key()).isEqualTo(key);
        assertThat(resolver.resolve("", WireIds.toWire(PRESENT), 0).key()).isEqualTo(key);
        assertThat(resolver.resolve("orders", WireIds.toWire(PRESENT), 0).key()).isEqualTo(key);
    }

    @Test
    void whatWasMeantForADeletedTopicDoesNotReachTheOneThatHasItsNameNow() {
        assertThat(errorOf("orders", WireIds.toWire(DELETED), 0)).isEqualTo(ErrorCode.ERROR_CODE_INCONSISTENT_TOPIC_ID);
        assertThat(errorOf("", WireIds.toWire(DELETED), 0)).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void whatDoesNotExistIsUnknown() {
        assertThat(errorOf("payments", ByteString.EMPTY, 0)).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(errorOf("orders", ByteString.EMPTY, 1)).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(errorOf("orders", ByteString.EMPTY, -1)).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void anIdOfAnotherLengthIsNoId() {
        assertThat(errorOf("orders", ByteString.copyFrom(new byte[] {1}), 0))
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
    }
}
