// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.RecoveryState;
import io.tidemark.metadata.image.TopicImage;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.pcollections.TreePMap;

/** A cluster that never changes: one broker that leads the one partition of one topic. Nothing is submitted to it. */
final class LoneMetadata implements MetadataClient {
    static final int BROKER = 1;
    static final long BROKER_EPOCH = 1;
    static final String TOPIC = "benchmark";
    static final UUID TOPIC_ID = new UUID(1, 2);

    private final ClusterImage image = unchanging();

    private static ClusterImage unchanging() {
        BrokerImage broker = new BrokerImage(
                BROKER,
                BROKER_EPOCH,
                new UUID(1, 1),
                new Endpoint("127.0.0.1", 1),
                "",
                new UUID(1, 1),
                false,
                false,
                false,
                new UUID(1, 1),
                FeatureLevel.LATEST);
        PartitionImage partition = new PartitionImage(
                List.of(BROKER),
                List.of(),
                List.of(),
                List.of(BROKER),
                List.of(),
                List.of(),
                BROKER,
                1,
                1,
                1,
                RecoveryState.RECOVERED,
                -1,
                PartitionImage.NO_THROTTLE);
        TopicImage topic = new TopicImage(TOPIC_ID, TOPIC, List.of(partition), new TreeMap<>());
        return new ClusterImage(
                1,
                "benchmark",
                TreePMap.singleton(BROKER, broker),
                TreePMap.singleton(TOPIC_ID, topic),
                TreePMap.singleton(TOPIC, TOPIC_ID),
                TreePMap.empty(),
                0,
                FeatureLevel.LATEST);
    }

    @Override
    public CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs) {
        throw new IllegalStateException("nothing is to be decided here, but " + command + " was submitted");
    }

    @Override
    public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat) {
        return new CompletableFuture<>();
    }

    @Override
    public ClusterImage image() {
        return image;
    }

    @Override
    public void addListener(ImageListener listener) {
        // It would hear of changes, and there are none.
    }

    @Override
    public int controllerId() {
        return -1;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
