// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.group.GroupCoordinator;
import io.tidemark.engine.group.GroupError;
import io.tidemark.engine.group.GroupReply;
import io.tidemark.engine.group.GroupRequest;
import io.tidemark.engine.group.GroupSettings;
import io.tidemark.engine.group.GroupTopics;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All coordinators of a broker, on one thread: takes up those of the partitions that the broker comes to lead, and drops
 * those that it leads no more. Thread-safe.
 */
public final class GroupHost implements ImageListener {
    private static final Logger LOG = LoggerFactory.getLogger(GroupHost.class);
    private static final int TICK_MS = 50;
    private static final int REQUESTS_MAX = 20_000;
    private static final long CREATE_TIMEOUT_MS = 10_000;

    private final Settings settings;
    private final MetadataClient metadata;
    private final HostedGroups.Parts parts;
    private final ScheduledExecutorService thread;
    private final SortedMap<PartitionKey, HostedGroups> hosted = new TreeMap<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicBoolean isCreating = new AtomicBoolean();
    private GroupTopics topics = OffsetsTopic.readable(ClusterImage.EMPTY);
    private boolean hasNewImage;

    /**
     * Settings.
     *
     * @param groups settings of coordinators
     * @param partitionCount partitions of the offsets topic, when it is made
     * @param replicationFactor its replicas, when there are brokers enough
     */
    public record Settings(GroupSettings groups, int partitionCount, int replicationFactor) {}

    /** Serves nothing until it is started. The thread is its own: it ends it. */
    public GroupHost(
            Settings settings,
            int brokerId,
            MetadataClient metadata,
            PartitionDirectory directory,
            ScheduledExecutorService thread,
            Clock clock) {
        this.settings = settings;
        this.metadata = metadata;
        this.thread = thread;
        this.parts = new HostedGroups.Parts(brokerId, directory, thread, clock);
    }

    /** Follows the image from here on. */
    public void start() {
        metadata.addListener(this);
        var unused = thread.scheduleWithFixedDelay(() -> guarded(this::tick), TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
    }

    /** Answers everything that waits and ends the thread. */
    public void stop() throws InterruptedException {
        execute(() -> {
            hosted.values().forEach(HostedGroups::resign);
            hosted.clear();
        });
        thread.shutdown();
        if (!thread.awaitTermination(5, TimeUnit.SECONDS)) {
            LOG.warn("The group thread hangs");
        }
    }

    @Override
    public void onImage(ClusterImage before, ClusterImage after, ClusterDelta delta) {
        execute(() -> follow(after));
    }

    private void follow(ClusterImage image) {
        hasNewImage = true;
        TopicImage offsets = image.topic(OffsetsTopic.NAME);
        SortedMap<PartitionKey, Integer> led = new TreeMap<>();
        if (offsets != null) {
            for (int number = 0; number < offsets.partitions().size(); number++) {
                PartitionImage partition = offsets.partitions().get(number);
                if (partition.leader() == parts.brokerId()) {
                    led.put(new PartitionKey(offsets.topicId(), number), partition.leaderEpoch());
                }
            }
        }
        for (PartitionKey key : List.copyOf(hosted.keySet())) {
            HostedGroups groups = hosted.get(key);
            Integer leaderEpoch = led.get(key);
            if (groups != null && (leaderEpoch == null || leaderEpoch != groups.leaderEpoch())) {
                groups.resign();
                hosted.remove(key);
            }
        }
        led.forEach((key, leaderEpoch) -> {
            if (!hosted.containsKey(key)) {
                takeUp(key, leaderEpoch);
            }
        });
    }

    private void takeUp(PartitionKey key, int leaderEpoch) {
        HostedGroups groups =
                new HostedGroups(parts, key, leaderEpoch, new GroupCoordinator(leaderEpoch, settings.groups(), topics));
        hosted.put(key, groups);
        groups.load();
    }

    private void tick() {
        if (hasNewImage) {
            hasNewImage = false;
            GroupTopics readable = OffsetsTopic.readable(metadata.image());
            if (!readable.equals(topics)) {
                topics = readable;
                hosted.values().forEach(groups -> groups.onTopics(readable));
            }
        }
        hosted.values().forEach(HostedGroups::tick);
    }

    /** Hands a request to the group's coordinator, if that is here; the answer comes once, on the group thread. */
    public void request(GroupRequest request, Consumer<GroupReply> reply) {
        PartitionKey key = partitionOf(request.groupId());
        submit(reply, counted -> {
            HostedGroups groups = key == null ? null : hosted.get(key);
            if (groups == null) {
                counted.accept(HostedGroups.notCoordinator());
            } else {
                groups.onRequest(request, counted);
            }
        });
    }

    /** Describes all groups that are coordinated here: one answer for each coordinator, all at once. */
    public void describeAll(Consumer<List<GroupReply>> reply) {
        boolean isTaken = execute(() -> {
            List<HostedGroups> all = List.copyOf(hosted.values());
            List<GroupReply> answers = new ArrayList<>();
            if (all.isEmpty()) {
                reply.accept(answers);
            }
            all.forEach(groups -> groups.onRequest(new GroupRequest.DescribeAll(), answer -> {
                answers.add(answer);
                if (answers.size() == all.size()) {
                    reply.accept(answers);
                }
            }));
        });
        if (!isTaken) {
            reply.accept(List.of());
        }
    }

    private void submit(Consumer<GroupReply> reply, Consumer<Consumer<GroupReply>> work) {
        if (requests.incrementAndGet() > REQUESTS_MAX) {
            requests.decrementAndGet();
            reply.accept(new GroupReply.Failed(GroupError.COORDINATOR_NOT_AVAILABLE, "too many requests wait here"));
            return;
        }
        Consumer<GroupReply> counted = answer -> {
            requests.decrementAndGet();
            reply.accept(answer);
        };
        if (!execute(() -> work.accept(counted))) {
            counted.accept(HostedGroups.notCoordinator());
        }
    }

    /** The partition of the offsets topic that a group belongs to; null while there is no such topic. */
    public @Nullable PartitionKey partitionOf(String groupId) {
        TopicImage offsets = metadata.image().topic(OffsetsTopic.NAME);
        if (offsets == null) {
            return null;
        }
        return new PartitionKey(
                offsets.topicId(),
                OffsetsTopic.partitionOf(groupId, offsets.partitions().size()));
    }

    /** Has the controller make the offsets topic; whoever needs it asks again. */
    public void createTopic() {
        ClusterImage image = metadata.image();
        if (image.topic(OffsetsTopic.NAME) != null || !isCreating.compareAndSet(false, true)) {
            return;
        }
        var creation = OffsetsTopic.creation(image, settings.partitionCount(), settings.replicationFactor());
        LOG.info(
                "Makes topic {} with {} partitions of {} replicas",
                OffsetsTopic.NAME,
                creation.partitionCount(),
                creation.replicationFactor());
        metadata.submit(creation, CREATE_TIMEOUT_MS).whenComplete((answer, failure) -> {
            isCreating.set(false);
            if (answer == null || !answer.isOk()) {
                LOG.info(
                        "Topic {} is not made by this attempt: {}",
                        OffsetsTopic.NAME,
                        answer == null ? failure : answer.message());
            }
        });
    }

    private boolean execute(Runnable action) {
        try {
            thread.execute(() -> guarded(action));
            return true;
        } catch (RejectedExecutionException stopped) {
            return false;
        }
    }

    private static void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException failed) {
            // The thread must go on: it serves the other groups and the next tick.
            LOG.error("A request to a group coordinator failed", failed);
        }
    }
}
