// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.grpc.BindableService;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.ControllerEndpoint;
import io.tidemark.metadata.remote.ControllerService;
import io.tidemark.metadata.remote.ImageFeed;
import io.tidemark.metadata.remote.QuorumMember;
import io.tidemark.metadata.remote.QuorumView;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage.StartupOption;
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
    private static final long SPACE_LOOK_MS = 2000;

    private final QuorumNodeConfig config;
    private final ImageFeed feed;
    private final QuorumDivision division;
    private final ControllerLoop controller;
    private final QuorumFounders founders;
    private final QuorumReserve reserve;
    private final LeaderWatch leaderWatch;
    private final VoterReentry reentry;
    private final ControllerService service;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile @Nullable QuorumFounding founding;
    private volatile @Nullable List<QuorumMember> begunWith;

    private QuorumNode(QuorumNodeConfig config, ImageFeed feed, RaftEvents events) {
        this.config = config;
        this.feed = feed;
        this.division = new QuorumDivision(new QuorumIdentity(config.directory().clusterId()).groupId());
        this.controller = new ControllerLoop(config, division, feed, this::view);
        this.leaderWatch = new LeaderWatch(division, config.directory().nodeId(), this::raftEndpoints);
        this.founders = new QuorumFounders(config.directory());
        this.reserve = new QuorumReserve(
                config.directory().path(),
                config.reserveBytes(),
                () -> QuorumReserve.usableBytes(config.directory().path()),
                config.fatalHandler());
        this.reentry = new VoterReentry(
                config.directory().nodeId(), division, this::isRemoved, () -> reopen(events), events::onFatal);
        this.service = new ControllerService(controller, feed);
    }

    /**
     * Starts a voter. Returns when it takes part, or, on a freshly formatted disk, when it looks for the others: it takes
     * part once all of them were reached through the services of this node and theirs. That a leader is elected is not
     * waited for.
     *
     * @throws QuorumStartException with a one-line message that says what to do
     */
    public static QuorumNode start(QuorumNodeConfig config) throws QuorumStartException {
        FormattedDirectory directory = config.directory();
        Relay events = new Relay(config.fatalHandler());
        QuorumNode node = null;
        try {
            checkListen(config.raftListen());
            checkSpace(directory);
            QuorumBootstrap bootstrap = new QuorumBootstrap(directory);
            StartupOption option = bootstrap.startupOption();
            node = new QuorumNode(config, new ImageFeed(), events);
            events.attach(node);
            node.reserve.take();
            node.controller.every(SPACE_LOOK_MS, node.reserve::check);
            node.leaderWatch.start();
            node.begin(bootstrap, option, events);
            return node;
        } catch (IOException | RuntimeException e) {
            events.onClosing();
            if (node != null) {
                node.abandon();
            }
            throw StartFaults.explain(config, e);
        }
    }

    private void begin(QuorumBootstrap bootstrap, StartupOption option, RaftEvents events)
            throws IOException, QuorumStartException {
        List<QuorumMember> began = founders.read();
        if (option == StartupOption.RECOVER) {
            if (began == null) {
                throw new QuorumStartException(config.directory().path() + " lacks the file " + QuorumFounders.FILE
                        + ": restore the disk, or let the node join as a new voter");
            }
            run(bootstrap, option, began, events);
        } else if (config.voters().size() == 1) {
            found(bootstrap, List.of(self()), events);
        } else {
            findTheOthers(bootstrap, events);
        }
    }

    /** The services of this node must run for it, so it is not waited for. */
    private void findTheOthers(QuorumBootstrap bootstrap, RaftEvents events) {
        QuorumFounding search = new QuorumFounding(self(), config.directory().clusterId(), config.voters());
        founding = search;
        Thread thread = new Thread(
                () -> {
                    try (search) {
                        List<QuorumMember> members = search.await();
                        if (members != null && !closing.get()) {
                            found(bootstrap, members, events);
                        }
                    } catch (IOException | RuntimeException e) {
                        events.onFatal(
                                String.valueOf(StartFaults.explain(config, e).getMessage()), e);
                    }
                },
                "quorum-founding-" + config.directory().nodeId());
        thread.setDaemon(true);
        thread.start();
    }

    private void found(QuorumBootstrap bootstrap, List<QuorumMember> members, RaftEvents events) throws IOException {
        founders.write(members);
        if (members.isEmpty()) {
            LOG.info(
                    "the quorum of cluster {} is there and this disk does not vote in it: node {} waits to be added",
                    config.directory().clusterId(),
                    config.directory().nodeId());
        }
        run(bootstrap, StartupOption.FORMAT, members, events);
    }

    private void run(QuorumBootstrap bootstrap, StartupOption option, List<QuorumMember> members, RaftEvents events)
            throws IOException {
        QuorumIdentity identity = new QuorumIdentity(config.directory().clusterId());
        boolean isFirstCandidate = option == StartupOption.FORMAT && FirstCandidate.is(config.self(), members);
        RaftServer server = RaftServer.newBuilder()
                .setServerId(QuorumIdentity.peerId(self()))
                .setGroup(identity.group(members))
                .setStateMachine(new MetadataStateMachine(feed, bootstrap, events))
                .setOption(option)
                .setProperties(RaftSettings.of(config, bootstrap.quorumDirectory(), isFirstCandidate))
                .build();
        begunWith = members;
        division.attach(server);
        if (isFirstCandidate) {
            FirstCandidate.awaitOthers(config.self(), members);
        }
        server.start();
        if (closing.get()) {
            server.close();
            return;
        }
        LOG.info(
                "quorum node {} of cluster {} started",
                config.directory().nodeId(),
                config.directory().clusterId());
    }

    /** Opens the part of the group that was closed because this voter was removed. */
    private void reopen(RaftEvents events) throws IOException, QuorumStartException {
        try {
            checkListen(config.raftListen());
            QuorumBootstrap bootstrap = new QuorumBootstrap(config.directory());
            List<QuorumMember> began = begunWith;
            run(bootstrap, bootstrap.startupOption(), began == null ? List.of() : began, events);
        } catch (IOException e) {
            throw StartFaults.explain(config, e);
        }
    }

    private QuorumMember self() {
        return new QuorumMember(config.self(), config.directory().directoryId());
    }

    /** Whether the last voters that this node knows of do not include it. */
    private boolean isRemoved() {
        List<QuorumMember> known = division.voters();
        return !known.isEmpty() && !known.contains(self());
    }

    private void closeParts() {
        QuorumFounding search = founding;
        if (search != null) {
            search.close();
        }
        leaderWatch.close();
        reentry.close();
        controller.close();
        service.close();
    }

    /** The services that the node's gRPC server must host. They never block. */
    public List<BindableService> services() {
        return List.of(service);
    }

    /** What its services ask of it. */
    ControllerEndpoint endpoint() {
        return controller;
    }

    /** Its image and the changes that led to it. */
    ImageFeed feed() {
        return feed;
    }

    /** Its part of the Raft group. */
    QuorumDivision division() {
        return division;
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
                self(),
                begunWith != null,
                controllerId(),
                division.term(),
                division.appliedIndex(),
                voters());
    }

    /** Those of the log, and until there is one, those that this node began with. */
    private List<QuorumMember> voters() {
        List<QuorumMember> known = division.voters();
        List<QuorumMember> began = begunWith;
        return known.isEmpty() && began != null ? began : known;
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
        CloseWatchdog watchdog = new CloseWatchdog(
                CLOSE_MAX_MS, () -> config.fatalHandler().onFatal("closing the quorum node hangs", null));
        try {
            if (inGoodOrder) {
                division.transferLeadership(TRANSFER_MS);
            }
            closeParts();
            division.close();
        } catch (IOException | RuntimeException e) {
            LOG.warn("quorum node {} did not close cleanly", config.directory().nodeId(), e);
        } finally {
            watchdog.onClosed();
        }
        LOG.info("quorum node {} stopped", config.directory().nodeId());
    }

    private SortedMap<Integer, Endpoint> raftEndpoints() {
        SortedMap<Integer, Endpoint> endpoints = new TreeMap<>();
        voters().forEach(voter -> endpoints.put(voter.nodeId(), voter.address().raft()));
        return endpoints;
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
            if (closing) {
                return;
            }
            if (told == null) {
                onFatal("the metadata state machine was closed under the node", null);
            } else if (!told.closing.get()) {
                told.reentry.onClosed();
            }
        }

        @Override
        public void onToldToLeave() {
            QuorumNode told = node;
            if (told != null) {
                told.reentry.onToldToLeave();
            }
        }

        @Override
        public void onFatal(String reason, @Nullable Throwable cause) {
            QuorumNode told = node;
            if (told != null) {
                // Whatever the fault, starting again must not fail for want of space.
                told.reserve.release();
            }
            fatalHandler.onFatal(reason, cause);
        }
    }
}
