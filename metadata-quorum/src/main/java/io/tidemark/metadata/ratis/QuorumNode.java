// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.grpc.BindableService;
import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.ControllerService;
import io.tidemark.metadata.remote.ImageFeed;
import io.tidemark.metadata.remote.QuorumView;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A voter of the metadata quorum: its Raft server, the state machine, the controller's duties while it leads, and the gRPC
 * service, which the node's own server hosts. Thread-safe.
 */
public final class QuorumNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QuorumNode.class);
    private static final long TRANSFER_MS = 1500;
    private static final long CLOSE_MAX_MS = 10_000;
    private static final long SPACE_MIN_BYTES = 32L << 20;

    private final QuorumNodeConfig config;
    private final ImageFeed feed;
    private final QuorumDivision division;
    private final ControllerLoop controller;
    private final LeaderWatch leaderWatch;
    private final ControllerService service;
    private final AtomicBoolean closing = new AtomicBoolean();

    private QuorumNode(QuorumNodeConfig config, ImageFeed feed, QuorumDivision division) {
        this.config = config;
        this.feed = feed;
        this.division = division;
        this.controller = new ControllerLoop(config, division, feed, this::view);
        this.leaderWatch = new LeaderWatch(division, config.directory().nodeId(), raftEndpoints(config));
        this.service = new ControllerService(controller, feed);
    }

    /**
     * Starts a voter. Returns when it takes part; that a leader is elected is not waited for.
     *
     * @throws QuorumStartException with a one-line message that says what to do
     */
    public static QuorumNode start(QuorumNodeConfig config) throws QuorumStartException {
        FormattedDirectory directory = config.directory();
        QuorumIdentity identity = new QuorumIdentity(directory.clusterId());
        if (!DirectoryFormat.foundingDirectoryId(directory.clusterId(), directory.nodeId())
                .equals(directory.directoryId())) {
            throw new QuorumStartException(directory.path() + " is not the disk that voter " + directory.nodeId()
                    + " was founded on: mount that disk, or remove the node from controller.quorum.voters");
        }
        ImageFeed feed = new ImageFeed();
        Relay events = new Relay(config.fatalHandler());
        RaftServer server = null;
        QuorumNode node = null;
        try {
            checkListen(config.raftListen());
            checkSpace(directory);
            QuorumBootstrap bootstrap = new QuorumBootstrap(directory);
            server = RaftServer.newBuilder()
                    .setServerId(identity.peerId(directory.nodeId()))
                    .setGroup(identity.group(config.voters()))
                    .setStateMachine(new MetadataStateMachine(feed, bootstrap, events))
                    .setOption(bootstrap.startupOption())
                    .setProperties(RaftSettings.of(config, bootstrap.quorumDirectory()))
                    .build();
            node = new QuorumNode(config, feed, new QuorumDivision(server, identity.groupId()));
            events.attach(node);
            server.start();
            node.leaderWatch.start();
            LOG.info("quorum node {} of cluster {} started", directory.nodeId(), directory.clusterId());
            return node;
        } catch (IOException | RuntimeException e) {
            events.onClosing();
            if (node != null) {
                node.closeParts();
            }
            closeQuietly(server);
            throw StartFaults.explain(config, e);
        }
    }

    private void closeParts() {
        leaderWatch.close();
        controller.close();
        service.close();
    }

    /** The services that the node's gRPC server must host. They never block. */
    public List<BindableService> services() {
        return List.of(service);
    }

    /** Whether this node takes part in the quorum; false once its division is closed, though the process lives. */
    public boolean isRunning() {
        return !closing.get() && division.isRunning();
    }

    /** Whether this node is the active controller. */
    public boolean isController() {
        return controller.isActive();
    }

    /** The image as this node has applied it. */
    public ClusterImage image() {
        return feed.image();
    }

    /** The quorum as this node sees it. */
    public QuorumView view() {
        return new QuorumView(
                config.directory().clusterId(),
                config.directory().nodeId(),
                controllerId(),
                division.term(),
                division.appliedIndex(),
                config.voters());
    }

    /** A leader that is not active, not yet or not any more, is not the one to ask. */
    private int controllerId() {
        int leader = QuorumIdentity.nodeId(division.leader());
        return leader == config.directory().nodeId() && !controller.isActive() ? -1 : leader;
    }

    /**
     * Leaves in good order: hands over the leadership first. If that or closing hangs, the fatal handler is told after ten
     * seconds.
     */
    @Override
    public void close() {
        stop(true);
    }

    /** Leaves without handing over, as a process that is killed does. */
    void abandon() {
        stop(false);
    }

    private void stop(boolean inGoodOrder) {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        CountDownLatch done = startWatchdog();
        try {
            if (inGoodOrder) {
                division.transferLeadership(TRANSFER_MS);
            }
            closeParts();
            division.close();
        } catch (IOException | RuntimeException e) {
            LOG.warn("quorum node {} did not close cleanly", config.directory().nodeId(), e);
        } finally {
            done.countDown();
        }
        LOG.info("quorum node {} stopped", config.directory().nodeId());
    }

    private CountDownLatch startWatchdog() {
        CountDownLatch done = new CountDownLatch(1);
        Thread watchdog = new Thread(
                () -> {
                    try {
                        if (!done.await(CLOSE_MAX_MS, TimeUnit.MILLISECONDS)) {
                            config.fatalHandler().onFatal("closing the quorum node hangs", null);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "quorum-close-watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
        return done;
    }

    private static SortedMap<Integer, Endpoint> raftEndpoints(QuorumNodeConfig config) {
        return config.voters().stream()
                .collect(Collectors.toMap(VoterAddress::nodeId, VoterAddress::raft, (a, b) -> a, TreeMap::new));
    }

    /** A vote that is written to a full disk is lost, and the voter with it. */
    private static void checkSpace(FormattedDirectory directory) throws IOException, QuorumStartException {
        long usableBytes = Files.getFileStore(directory.path()).getUsableSpace();
        if (usableBytes < SPACE_MIN_BYTES) {
            throw new QuorumStartException("only " + (usableBytes >> 20) + " MiB are free in " + directory.path()
                    + ", a quorum node needs " + (SPACE_MIN_BYTES >> 20) + ": make room first");
        }
    }

    /** Ratis ends the whole process without a word when its port is taken. */
    private static void checkListen(Endpoint listen) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(listen.host(), listen.port()));
        }
    }

    private static void closeQuietly(@Nullable RaftServer server) {
        if (server == null || server.getLifeCycleState() == LifeCycle.State.NEW) {
            return;
        }
        try {
            server.close();
        } catch (IOException | RuntimeException e) {
            LOG.debug("a quorum node that could not start did not close cleanly", e);
        }
    }

    /** Passes on what the state machine is told; it exists before the node does. */
    private static final class Relay implements RaftEvents {
        private final FatalHandler fatalHandler;
        private volatile @Nullable QuorumNode node;
        private volatile boolean closing;

        Relay(FatalHandler fatalHandler) {
            this.fatalHandler = fatalHandler;
        }

        void attach(QuorumNode started) {
            node = started;
        }

        void onClosing() {
            closing = true;
        }

        @Override
        public void onLeaderChanged(int nodeId) {
            QuorumNode told = node;
            if (told != null) {
                told.leaderWatch.onLeaderChanged();
                told.feed.wake();
            }
        }

        @Override
        public void onLeaderReady() {
            QuorumNode told = node;
            if (told != null) {
                told.controller.onLeaderReady();
                told.feed.wake();
            }
        }

        @Override
        public void onNotLeader() {
            QuorumNode told = node;
            if (told != null) {
                told.controller.onNotLeader();
                told.feed.wake();
            }
        }

        @Override
        public void onLogging(long callId) {
            QuorumNode told = node;
            if (told != null) {
                told.controller.onLogging(callId);
            }
        }

        @Override
        public void onClosed() {
            QuorumNode told = node;
            if (!closing && (told == null || !told.closing.get())) {
                onFatal("the metadata state machine was closed under the node", null);
            }
        }

        @Override
        public void onFatal(String reason, @Nullable Throwable cause) {
            fatalHandler.onFatal(reason, cause);
        }
    }
}
