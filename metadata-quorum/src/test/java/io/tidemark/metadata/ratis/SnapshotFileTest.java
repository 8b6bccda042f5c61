// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

class SnapshotFileTest {
    private static final Path GOLDEN = Path.of("src/test/resources/ratis/snapshot-v1.hex");

    @Test
    void readsBackWhatItWrote() throws Exception {
        assertThat(SnapshotFile.decode(SnapshotFile.encode(image()))).isEqualTo(image());
        assertThat(SnapshotFile.decode(SnapshotFile.encode(ClusterImage.EMPTY))).isEqualTo(ClusterImage.EMPTY);
    }

    @Test
    void keepsTheWrittenFormat() throws Exception {
        String written = HexFormat.of().formatHex(SnapshotFile.encode(image()));
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.createDirectories(GOLDEN.toAbsolutePath().getParent());
            Files.writeString(GOLDEN, written + "\n");
        }
        String golden = Files.readString(GOLDEN).trim();
        assertThat(written).isEqualTo(golden);
        assertThat(SnapshotFile.decode(HexFormat.of().parseHex(golden))).isEqualTo(image());
    }

    @Test
    void readsWhatWasWrittenBeforeThereWereFeatureLevels() throws Exception {
        String golden = Files.readString(GOLDEN.resolveSibling("snapshot-before-levels.hex"))
                .trim();
        ClusterImage image = SnapshotFile.decode(HexFormat.of().parseHex(golden));
        assertThat(image.featureLevel()).isEqualTo(FeatureLevel.FIRST);
        assertThat(image.brokers().values())
                .extracting(BrokerImage::supportedLevel)
                .containsExactly(FeatureLevel.FIRST);
        assertThat(image.topics()).isEqualTo(image().topics());
    }

    @Test
    void refusesEveryCutAndEveryFlippedByte() {
        byte[] whole = SnapshotFile.encode(image());
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> SnapshotFile.decode(cut));
        }
        for (int position = 0; position < whole.length; position++) {
            byte[] flipped = whole.clone();
            flipped[position] ^= 0x10;
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> SnapshotFile.decode(flipped));
        }
    }

    private static ClusterImage image() {
        UUID topicId = new UUID(1, 2);
        PartitionImage partition = new PartitionImage(
                List.of(1, 2),
                List.of(),
                List.of(),
                List.of(1),
                List.of(2),
                List.of(),
                1,
                3,
                4,
                2,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
        TreePMap<String, String> configs = TreePMap.singleton("retention.ms", "1000");
        BrokerImage broker = new BrokerImage(
                1,
                17,
                new UUID(3, 4),
                new Endpoint("h1", 9092),
                "r1",
                new UUID(5, 6),
                false,
                false,
                false,
                new UUID(7, 8),
                FeatureLevel.THROTTLED_MOVES);
        return new ClusterImage(
                42,
                "c1",
                TreePMap.singleton(1, broker),
                TreePMap.singleton(topicId, new TopicImage(topicId, "orders", List.of(partition), configs)),
                TreePMap.singleton("orders", topicId),
                TreePMap.singleton("min.insync.replicas", "2"),
                5000,
                FeatureLevel.THROTTLED_MOVES);
    }
}
