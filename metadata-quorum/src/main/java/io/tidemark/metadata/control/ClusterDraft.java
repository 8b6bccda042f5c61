// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * The image while one command is decided: what was, overlaid with what the command has changed so far. Every read sees
 * the changes made before it. Lives for one decision, on one thread.
 */
final class ClusterDraft {
    private final ClusterImage image;
    private final CommandContext context;
    private final SortedMap<Integer, BrokerImage> brokers = new TreeMap<>();
    private final TreeSet<Integer> removedBrokers = new TreeSet<>();
    private final List<TopicImage> newTopics = new ArrayList<>();
    private final SortedMap<PartitionKey, PartitionImage> partitions = new TreeMap<>();
    private final TreeSet<UUID> deletedTopics = new TreeSet<>();
    private final SortedMap<UUID, Map<String, @Nullable String>> topicConfigs = new TreeMap<>();
    private final Map<String, @Nullable String> clusterConfigs = new TreeMap<>();
    /** Asked for once per partition of a topic. */
    private final Map<UUID, TopicConfigs> knownConfigs = new HashMap<>();

    private @Nullable Long nextProducerId;
    private @Nullable String clusterId;
    private @Nullable Integer featureLevel;

    ClusterDraft(ClusterImage image, CommandContext context) {
        this.image = image;
        this.context = context;
    }

    /** The image as it was before the command. */
    ClusterImage before() {
        return image;
    }

    /** Metadata index of the command. */
    long index() {
        return context.index();
    }

    /** When the command was submitted, in milliseconds since 1970-01-01 UTC. */
    long timeMs() {
        return context.timeMs();
    }

    /** The command's random number. */
    long entropy() {
        return context.entropy();
    }

    @Nullable
    BrokerImage broker(int brokerId) {
        if (removedBrokers.contains(brokerId)) {
            return null;
        }
        BrokerImage changed = brokers.get(brokerId);
        return changed == null ? image.brokers().get(brokerId) : changed;
    }

    /** Whether the broker may lead and be in sync. */
    boolean isEligible(int brokerId) {
        BrokerImage broker = broker(brokerId);
        return broker != null && broker.isEligible();
    }

    /** Whether the broker is to be elected before those that are only eligible. */
    boolean takesLeaders(int brokerId) {
        BrokerImage broker = broker(brokerId);
        return broker != null && broker.takesLeaders();
    }

    void put(BrokerImage broker) {
        brokers.put(broker.brokerId(), broker);
    }

    void remove(int brokerId) {
        removedBrokers.add(brokerId);
    }

    /** The topic, if it was there before the command and is not deleted. */
    @Nullable
    TopicImage liveTopic(UUID topicId) {
        TopicImage topic = image.topics().get(topicId);
        return topic == null || topic.isDeleted() ? null : topic;
    }

    /** Whether the topic is deleted, with a grace period that has not ended. */
    boolean isDeleted(UUID topicId) {
        TopicImage topic = image.topics().get(topicId);
        return topic != null && topic.isDeleted();
    }

    @Nullable
    PartitionImage partition(PartitionKey key) {
        PartitionImage changed = partitions.get(key);
        return changed == null ? image.partition(key) : changed;
    }

    /** Takes over a partition; one that came out as it was is no change. */
    void put(PartitionKey key, PartitionDraft partition) {
        PartitionImage result = partition.result();
        if (!result.equals(image.partition(key))) {
            partitions.put(key, result);
        }
    }

    /** Visits every partition that was there before the command, in order of its key. */
    void forEachPartition(BiConsumer<PartitionKey, PartitionImage> visitor) {
        for (TopicImage topic : image.topics().values()) {
            forEachPartition(topic, visitor);
        }
    }

    /** Visits every partition of a topic that was there before the command. */
    void forEachPartition(TopicImage topic, BiConsumer<PartitionKey, PartitionImage> visitor) {
        int number = 0;
        for (PartitionImage partition : topic.partitions()) {
            PartitionKey key = new PartitionKey(topic.topicId(), number);
            PartitionImage changed = partitions.get(key);
            visitor.accept(key, changed == null ? partition : changed);
            number++;
        }
    }

    /** Adds a topic, or puts it in place of what it was. */
    void add(TopicImage topic) {
        newTopics.add(topic);
    }

    void delete(UUID topicId) {
        deletedTopics.add(topicId);
    }

    void setTopicConfig(UUID topicId, String key, @Nullable String value) {
        knownConfigs.remove(topicId);
        topicConfigs
                .computeIfAbsent(topicId, unused -> new TreeMap<String, @Nullable String>())
                .put(key, value);
    }

    void setClusterConfig(String key, @Nullable String value) {
        knownConfigs.clear();
        clusterConfigs.put(key, value);
    }

    void setNextProducerId(long producerId) {
        nextProducerId = producerId;
    }

    void setClusterId(String id) {
        clusterId = id;
    }

    void setFeatureLevel(int level) {
        featureLevel = level == image.featureLevel() ? null : level;
    }

    /** The configs of a topic that was there before, or of one with these configs when it is new. */
    TopicConfigs configs(UUID topicId) {
        return knownConfigs.computeIfAbsent(topicId, this::readConfigs);
    }

    private TopicConfigs readConfigs(UUID topicId) {
        TopicImage topic = image.topics().get(topicId);
        TreePMap<String, String> own = topic == null ? TreePMap.empty() : TreePMap.from(topic.configs());
        Map<String, @Nullable String> changes = topicConfigs.get(topicId);
        return TopicConfigs.of(changes == null ? own : patched(own, changes), clusterConfigs());
    }

    /** The cluster-wide defaults. */
    TreePMap<String, String> clusterConfigs() {
        return patched(image.clusterConfigs(), clusterConfigs);
    }

    private static TreePMap<String, String> patched(
            TreePMap<String, String> configs, Map<String, @Nullable String> changes) {
        TreePMap<String, String> patched = configs;
        for (Map.Entry<String, @Nullable String> change : changes.entrySet()) {
            String value = change.getValue();
            patched = value == null ? patched.minus(change.getKey()) : patched.plus(change.getKey(), value);
        }
        return patched;
    }

    /** The decision with a plain success. */
    Decision done() {
        return done(CommandAnswer.ok(index()));
    }

    /** The decision with this answer. */
    Decision done(CommandAnswer answer) {
        ClusterDelta delta = new ClusterDelta(
                image.index(),
                index(),
                new ArrayList<>(brokers.values()),
                removedBrokers,
                newTopics,
                partitions,
                deletedTopics,
                topicConfigs,
                clusterConfigs,
                nextProducerId,
                clusterId,
                featureLevel);
        return delta.isEmpty() ? unchanged(answer) : new Decision(delta, answer);
    }

    /** The refusal of a command for a topic that is not there or is deleted. */
    Decision noSuchTopic(UUID topicId) {
        return refused(
                ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                "there is no topic with id " + topicId + "; it may be deleted already");
    }

    /** A refusal: nothing of the draft comes to pass. */
    Decision refused(ErrorCode error, String message) {
        return unchanged(CommandAnswer.failed(error, message, index()));
    }

    /** Nothing is to be waited for: the image as it is shows what the command came to. */
    private Decision unchanged(CommandAnswer answer) {
        return new Decision(null, answer.at(image.index()));
    }
}
