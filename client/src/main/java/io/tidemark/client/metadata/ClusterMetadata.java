// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeTopicsResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the client's {@link ClusterView} fresh: from hints in answers at once, on demand within milliseconds from several
 * nodes side by side, and now and then without a reason. Thread-safe; listeners run on internal threads and must not
 * block.
 */
public final class ClusterMetadata implements AutoCloseable {
    /** Asking again sooner than this would only meet the same image. */
    private static final int DEMAND_INTERVAL_MS = 20;

    private final Object lock = new Object();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Set<String> watched = new TreeSet<>();
    private final Set<String> demanded = new LinkedHashSet<>();
    private final TopicAbsences absences = new TopicAbsences();
    private final List<NodeAddress> bootstrap;
    private final int maxAgeMs;
    private final MetadataQueries queries;
    private final Thread refresher;

    private volatile ClusterView view = ClusterView.empty();
    private long nextPeriodicMs = MonotonicClock.nowMs();
    private long nextDemandMs = MonotonicClock.nowMs();
    private boolean hasAnswer;
    private boolean closed;

    /** Metadata of the cluster that the configuration names; asks nothing before it must. */
    public ClusterMetadata(ClientConfig config, Connections connections) {
        this.bootstrap = config.get(ClientKeys.BOOTSTRAP_SERVERS);
        this.maxAgeMs = config.get(ClientKeys.METADATA_MAX_AGE_MS);
        this.queries = new MetadataQueries(connections, this::onTopics, this::onCluster);
        this.refresher = new Thread(this::refreshLoop, "tidemark-metadata");
        refresher.setDaemon(true);
        refresher.start();
    }

    /** What is known now. */
    public ClusterView view() {
        return view;
    }

    /** Runs after every change of the view. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Takes in the leader that a broker named in an answer. */
    public void onHint(TopicPartition partition, LeaderHint hint) {
        change(() -> view = view.with(partition, hint));
    }

    /** Asks for a topic soon: something about it is stale. May be called as often as one likes. */
    public void requestUpdate(String topic) {
        synchronized (lock) {
            watched.add(topic);
            demanded.add(topic);
            lock.notifyAll();
        }
    }

    /** Whether nodes have kept saying for a while that there is no such topic. */
    public boolean isGone(String topic) {
        synchronized (lock) {
            return absences.isGone(topic, MonotonicClock.nowMs());
        }
    }

    /**
     * Waits until a topic is known.
     *
     * @throws TidemarkException when the topic does not exist, or no node has answered in time
     */
    public TopicView awaitTopic(String topic, long timeoutMs) {
        TopicView known = view.topic(topic);
        return known != null ? known : awaitUnknownTopic(topic, MonotonicClock.nowMs() + timeoutMs);
    }

    /** Every address worth asking, best first: brokers, then the bootstrap list; never empty. */
    public List<NodeAddress> nodes() {
        Set<NodeAddress> nodes = new LinkedHashSet<>(view.addresses());
        nodes.addAll(bootstrap);
        return new ArrayList<>(nodes);
    }

    /** Why the last query failed, for messages; says so when none has. */
    public String lastFault() {
        return queries.lastFault();
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        try {
            refresher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private TopicView awaitUnknownTopic(String topic, long deadlineMs) {
        synchronized (lock) {
            while (true) {
                TopicView known = view.topic(topic);
                if (known != null) {
                    return known;
                }
                long nowMs = MonotonicClock.nowMs();
                if (absences.isGone(topic, nowMs)) {
                    absences.forget(topic);
                    throw unknownTopic(topic);
                }
                if (nowMs >= deadlineMs || closed) {
                    throw noMetadata(topic);
                }
                requestUpdate(topic);
                waitMs(Math.min(DEMAND_INTERVAL_MS, deadlineMs - nowMs));
            }
        }
    }

    private static TidemarkException unknownTopic(String topic) {
        return new TidemarkException(
                ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION,
                "topic " + topic + " does not exist: create it first, or check its name",
                Outcome.NOT_WRITTEN);
    }

    private TidemarkException noMetadata(String topic) {
        String reason = hasAnswer
                ? "no node described topic " + topic + " in time"
                : "no node of the cluster answered at " + bootstrap + " (" + queries.lastFault()
                        + "): check bootstrap.servers and that the cluster runs";
        return new TidemarkException(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, reason, Outcome.NOT_WRITTEN);
    }

    private void refreshLoop() {
        Set<String> topics = nextTopics();
        while (topics != null) {
            queries.ask(nodes(), topics);
            topics = nextTopics();
        }
    }

    /** The topics of the next query; null when this is closed. */
    private @Nullable Set<String> nextTopics() {
        synchronized (lock) {
            while (!closed) {
                long nowMs = MonotonicClock.nowMs();
                if (nowMs >= nextPeriodicMs && !watched.isEmpty()) {
                    nextPeriodicMs = nowMs + maxAgeMs;
                    return take(watched, nowMs);
                }
                if (nowMs >= nextDemandMs && !demanded.isEmpty()) {
                    return take(demanded, nowMs);
                }
                long wakeMs = demanded.isEmpty() ? nextPeriodicMs : nextDemandMs;
                waitMs(watched.isEmpty() ? maxAgeMs : wakeMs - nowMs);
            }
            return null;
        }
    }

    private Set<String> take(Set<String> topics, long nowMs) {
        Set<String> taken = new LinkedHashSet<>(topics);
        demanded.clear();
        nextDemandMs = nowMs + DEMAND_INTERVAL_MS;
        return taken;
    }

    @SuppressWarnings("WaitNotInLoop") // Both callers loop over their condition.
    private void waitMs(long durationMs) {
        try {
            lock.wait(Math.max(1, durationMs));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TidemarkException(
                    ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT,
                    "interrupted while waiting for metadata",
                    Outcome.NOT_WRITTEN);
        }
    }

    private void onTopics(DescribeTopicsResponse answer) {
        change(() -> {
            for (TopicDescription topic : answer.getTopicsList()) {
                onTopic(topic);
            }
        });
    }

    private void onTopic(TopicDescription topic) {
        if (topic.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
            absences.forget(topic.getName());
            view = view.with(topic);
        } else if (topic.getError() == ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION
                || topic.getError() == ErrorCode.ERROR_CODE_INVALID_TOPIC_NAME) {
            long nowMs = MonotonicClock.nowMs();
            absences.onAbsent(topic.getName(), nowMs);
            if (absences.isGone(topic.getName(), nowMs)) {
                view = view.without(topic.getName());
            }
        }
    }

    private void onCluster(DescribeClusterResponse answer) {
        change(() -> view = view.with(answer));
    }

    private void change(Runnable change) {
        synchronized (lock) {
            ClusterView before = view;
            change.run();
            hasAnswer = true;
            lock.notifyAll();
            if (view == before) {
                return;
            }
        }
        listeners.forEach(Runnable::run);
    }
}
