// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.Clock;
import io.tidemark.engine.runtime.FatalListener;
import io.tidemark.engine.runtime.NamedThreads;
import io.tidemark.engine.runtime.PartitionEngine;
import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a broker's life cycle its thread, time and ways to the controller. Thread-safe. */
public final class LifecycleThread implements LifecycleActions, ImageListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerLifecycle.class);
    private static final long TICK_MS = 50;
    private static final long REGISTER_TIMEOUT_MS = 5_000;

    private final ScheduledExecutorService thread;
    private final CompletableFuture<String> left = new CompletableFuture<>();
    private final BrokerLifecycle lifecycle;
    private final RegisterBroker registration;
    private final BrokerIdentity identity;
    private final MetadataClient metadata;
    private final PartitionEngine engine;
    private final Clock clock;
    private final FatalListener fatal;
    private final Runnable registered;
    private volatile BrokerLifecycle.Phase phase = BrokerLifecycle.Phase.REGISTERING;

    /**
     * Parts of the node that a broker's life acts on.
     *
     * @param registered run once the image holds this life's registration, before anything is served
     */
    public record Parts(
            BrokerIdentity identity,
            MetadataClient metadata,
            PartitionEngine engine,
            Clock clock,
            FatalListener fatal,
            Runnable registered) {}

    LifecycleThread(LifecycleTimes times, RegisterBroker registration, Parts parts) {
        this(
                times,
                registration,
                parts,
                Executors.newSingleThreadScheduledExecutor(new NamedThreads("tidemark-lifecycle")));
    }

    /** A life that has not begun, on a given thread. */
    public LifecycleThread(
            LifecycleTimes times, RegisterBroker registration, Parts parts, ScheduledExecutorService thread) {
        this.thread = thread;
        this.registration = registration;
        this.identity = parts.identity();
        this.metadata = parts.metadata();
        this.engine = parts.engine();
        this.clock = parts.clock();
        this.fatal = parts.fatal();
        this.registered = parts.registered();
        this.lifecycle = new BrokerLifecycle(identity.brokerId(), times, this);
    }

    /** Begins. */
    public void start() {
        run(nowMs -> lifecycle.onStart());
        // The task guards itself and ends with the thread.
        Future<?> unused =
                thread.scheduleAtFixedRate(guarded(lifecycle::onTick), TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        metadata.addListener(this);
    }

    /** Begins to leave; completes when the broker may be left alone. */
    public CompletableFuture<String> leave() {
        run(lifecycle::onStop);
        return left;
    }

    /** Where this life is. */
    public BrokerLifecycle.Phase phase() {
        return phase;
    }

    /** Whether the broker has a valid lease. */
    public boolean isLeaseValid() {
        return engine.directory().isLeaseValid();
    }

    @Override
    public void register() {
        metadata.submit(registration, REGISTER_TIMEOUT_MS)
                .thenAccept(answer -> run(nowMs -> {
                    if (answer.isOk()) {
                        identity.registered(answer.brokerEpoch());
                    }
                    lifecycle.onRegisterAnswer(answer, nowMs);
                    onImage(metadata.image(), nowMs);
                }));
    }

    @Override
    public void onImage(ClusterImage before, ClusterImage after, ClusterDelta delta) {
        run(nowMs -> onImage(after, nowMs));
    }

    private void onImage(ClusterImage image, long nowMs) {
        lifecycle.onImage(image.brokers().get(identity.brokerId()), image.index(), nowMs);
    }

    @Override
    public void heartbeat(boolean wantUnfence, boolean wantShutdown, long sentMs) {
        Heartbeat heartbeat = new Heartbeat(identity.life(), metadata.image().index(), wantUnfence, wantShutdown);
        metadata.heartbeat(heartbeat)
                .whenComplete((answer, failure) -> run(nowMs -> {
                    if (answer == null) {
                        lifecycle.onHeartbeatLost(nowMs);
                    } else {
                        lifecycle.onHeartbeatAnswer(answer, sentMs, nowMs);
                    }
                }));
    }

    @Override
    public void activate() {
        registered.run();
        engine.activate();
    }

    @Override
    public void lease(long endMs) {
        engine.directory().onLease(endMs);
    }

    @Override
    public void left(String how) {
        LOG.info("Broker {} leaves {}", identity.brokerId(), how);
        left.complete(how);
    }

    @Override
    public void end(String reason) {
        left.complete(reason);
        fatal.onFatal(reason, null);
    }

    @Override
    public void announce(String line) {
        LOG.info("Broker {} {}", identity.brokerId(), line);
    }

    private void run(LongConsumer input) {
        try {
            thread.execute(guarded(input));
        } catch (RejectedExecutionException stopped) {
            LOG.debug("Nothing is told to a life that is over");
        }
    }

    private Runnable guarded(LongConsumer input) {
        return () -> {
            try {
                input.accept(clock.monotonicMs());
                phase = lifecycle.phase();
            } catch (RuntimeException | Error death) {
                fatal.onFatal("the broker's life cycle died", death);
            }
        };
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
