// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import org.jspecify.annotations.Nullable;

/**
 * Turns changes of the image into assignments of this broker's replicas. It compares whole images by topic id and epochs and
 * counts nothing, so that merged changes are safe (guard G5), and it does nothing before {@link #activate}: a broker serves
 * nothing until its image holds its own registration.
 */
public final class AssignmentTracker implements ImageListener {
    private final int brokerId;
    private final PartitionDirectory directory;
    private final EngineMetrics metrics;
    private ClusterImage last = ClusterImage.EMPTY;
    private boolean active;

    /** Inactive. */
    public AssignmentTracker(int brokerId, PartitionDirectory directory, EngineMetrics metrics) {
        this.brokerId = brokerId;
        this.directory = directory;
        this.metrics = metrics;
    }

    /** Takes the image as it is now, and every later one. */
    public synchronized void activate(ClusterImage current) {
        active = true;
        apply(current);
    }

    @Override
    public synchronized void onImage(ClusterImage before, ClusterImage after, ClusterDelta delta) {
        if (mayServe() && after.index() > last.index()) {
            apply(after);
        }
    }

    /** Not before this broker's own registration is in its image: what came before was meant for another life (G36). */
    private boolean mayServe() {
        return active;
    }

    private void apply(ClusterImage after) {
        ClusterImage before = last;
        last = after;
        boolean brokersChanged = !before.brokers().equals(after.brokers());
        boolean clusterConfigsChanged = !before.clusterConfigs().equals(after.clusterConfigs());
        for (TopicImage topic : after.topics().values()) {
            TopicImage old = before.topics().get(topic.topicId());
            if (brokersChanged || clusterConfigsChanged || !topic.equals(old)) {
                boolean isNewToAll = brokersChanged
                        || clusterConfigsChanged
                        || old == null
                        || !topic.configs().equals(old.configs());
                applyTopic(after, topic, old, isNewToAll);
            }
        }
        for (TopicImage old : before.topics().values()) {
            if (!after.topics().containsKey(old.topicId())) {
                removeDeleted(old);
            }
        }
    }

    private void applyTopic(ClusterImage image, TopicImage topic, @Nullable TopicImage old, boolean isNewToAll) {
        for (int number = 0; number < topic.partitions().size(); number++) {
            PartitionImage partition = topic.partitions().get(number);
            PartitionImage before = old == null || number >= old.partitions().size()
                    ? null
                    : old.partitions().get(number);
            PartitionKey key = new PartitionKey(topic.topicId(), number);
            if (partition.replicas().contains(brokerId)) {
                if (isNewToAll || !partition.equals(before)) {
                    count(before, partition);
                    directory.assign(key, topic, Assignments.of(image, partition, before));
                }
            } else if (before != null && before.replicas().contains(brokerId)) {
                directory.unassign(key, partition.leaderEpoch());
            }
        }
    }

    private void removeDeleted(TopicImage topic) {
        // Two images of one history: the topic was there at an earlier index and is not at a later one, so the log
        // between
        // them holds its deletion. A topic that this life of the broker never saw is handled as a stray instead.
        for (int number = 0; number < topic.partitions().size(); number++) {
            if (topic.partitions().get(number).replicas().contains(brokerId)) {
                directory.delete(new PartitionKey(topic.topicId(), number));
            }
        }
    }

    private void count(@Nullable PartitionImage before, PartitionImage after) {
        if (before == null) {
            return;
        }
        if (after.leaderEpoch() > before.leaderEpoch()) {
            metrics.electionSeen();
        }
        if (after.leader() == brokerId) {
            if (!after.isr().containsAll(before.isr())) {
                metrics.isrShrunk();
            }
            if (!before.isr().containsAll(after.isr())) {
                metrics.isrExpanded();
            }
        }
    }
}
