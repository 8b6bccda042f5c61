// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.engine.observe.HttpEndpoint;
import io.tidemark.engine.runtime.Clock;
import io.tidemark.engine.runtime.FatalListener;
import io.tidemark.engine.runtime.ProducerFold;
import io.tidemark.engine.transport.EventLoops;
import io.tidemark.engine.transport.GrpcServer;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.metadata.ratis.FormattedDirectory;
import io.tidemark.metadata.ratis.QuorumNode;
import io.tidemark.metadata.ratis.QuorumNodeConfig;
import io.tidemark.metadata.ratis.QuorumStartException;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running node: broker, quorum member or both, behind one gRPC listener. {@link #start} returns when it listens; it
 * serves once the quorum has a leader and the broker is registered, see {@link #notReady}.
 */
public final class Node {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final long SCRUB_BYTES_PER_SECOND = 8L << 20;

    private final NodeConfig config;
    private final FatalListener fatal;
    private final Closing closing = new Closing();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final EventLoops loops =
            new EventLoops(Math.max(2, Runtime.getRuntime().availableProcessors()));
    private final NodePages pages = new NodePages();
    private final MetadataClient metadata;
    private final FormattedDirectory directory;
    private final @Nullable QuorumNode quorum;
    private final @Nullable BrokerRole broker;
    private final GrpcServer server;

    /** Starts a node; a fault that shows later ends the process. */
    public static Node start(NodeConfig config) throws StartupException {
        return start(config, new ProcessEnd());
    }

    /** Starts a node; a fault that shows later goes to {@code fatal}, which must see to it that the node ends. */
    public static Node start(NodeConfig config, FatalListener fatal) throws StartupException {
        Node node = new Node(config, fatal);
        LOG.info("Node {} of cluster {} listens on {}", config.nodeId(), node.directory.clusterId(), config.listener());
        return node;
    }

    private Node(NodeConfig config, FatalListener fatal) throws StartupException {
        this.config = config;
        this.fatal = fatal;
        try {
            closing.add("pages", pages);
            closing.add("network", loops);
            directory = openDirectory();
            closing.add("directory lock", DirectoryLock.take(directory.path()));
            quorum = config.hasQuorumRole() ? startQuorum() : null;
            metadata = RemoteMetadataClient.connect(
                    directory.clusterId(),
                    config.voters().stream().map(VoterAddress::grpc).toList());
            closing.add("metadata client", metadata);
            broker = config.hasBrokerRole() ? brokerRole() : null;
            server = startServer();
            startPages();
        } catch (StartupException | RuntimeException refused) {
            closing.closeAll();
            throw refused;
        }
        if (broker != null) {
            broker.start();
        }
        server.setServing(true);
    }

    private FormattedDirectory openDirectory() throws StartupException {
        FormattedDirectory opened;
        try {
            opened = DirectoryFormat.open(config.dataDirectory());
        } catch (IOException unusable) {
            throw new StartupException(String.valueOf(unusable.getMessage()), unusable);
        }
        boolean otherCluster =
                !config.clusterId().isEmpty() && !config.clusterId().equals(opened.clusterId());
        if (otherCluster || opened.nodeId() != config.nodeId()) {
            throw new StartupException(config.dataDirectory() + " belongs to node " + opened.nodeId() + " of cluster "
                    + opened.clusterId() + "; correct log.dirs, node.id or cluster.id");
        }
        return opened;
    }

    private QuorumNode startQuorum() throws StartupException {
        QuorumNodeConfig settings = QuorumNodeConfig.of(directory, config.voters())
                .withElectionTimeout((int) config.number(ConfigKey.QUORUM_ELECTION_TIMEOUT_MIN_MS), (int)
                        config.number(ConfigKey.QUORUM_ELECTION_TIMEOUT_MAX_MS))
                .withSessionTimeout(config.sessionTimeoutMs())
                .withFatalHandler(fatal::onFatal);
        Endpoint listen = config.raftListener();
        try {
            QuorumNode started = QuorumNode.start(listen == null ? settings : settings.withRaftListen(listen));
            closing.add("quorum", started);
            return started;
        } catch (QuorumStartException refused) {
            throw new StartupException(String.valueOf(refused.getMessage()), refused);
        }
    }

    private BrokerRole brokerRole() throws StartupException {
        try {
            ChronicleLogStore logs = ChronicleLogStore.open(directory.path().resolve("topics"), ProducerFold::new);
            BrokerRole role = new BrokerRole(
                    config,
                    directory,
                    new BrokerRole.Parts(metadata, logs, loops, pages.metrics(), Clock.system(), fatal));
            logs.startScrubbing(SCRUB_BYTES_PER_SECOND, config.number(ConfigKey.LOG_SCRUB_INTERVAL_MS), role::onDamage);
            return role;
        } catch (IOException unusable) {
            throw new StartupException("cannot use " + directory.path() + ": " + unusable.getMessage(), unusable);
        }
    }

    private GrpcServer startServer() throws StartupException {
        GrpcServer.Services services =
                broker == null ? new GrpcServer.Services(List.of(), List.of()) : broker.services();
        GrpcServer.Services all = quorum == null ? services : services.withDirect(quorum.services());
        Endpoint address = config.listener();
        try {
            GrpcServer started = GrpcServer.start(socketAddress(address), loops, config.maxMessageBytes(), all);
            closing.add("gRPC server", started);
            return started;
        } catch (IOException taken) {
            throw new StartupException(
                    "cannot listen on " + address + " (" + rootOf(taken) + "); free it or set listeners", taken);
        }
    }

    private void startPages() throws StartupException {
        Endpoint address = config.metricsListener();
        if (address == null) {
            return;
        }
        try {
            closing.add(
                    "HTTP endpoint",
                    HttpEndpoint.start(
                            socketAddress(address),
                            pages.pages(directory.clusterId(), config.nodeId(), metadata, broker, this::notReady)));
        } catch (IOException taken) {
            throw new StartupException(
                    "cannot listen on " + address + " (" + rootOf(taken) + "); free it or set metrics.listener", taken);
        }
    }

    private static InetSocketAddress socketAddress(Endpoint address) {
        return address.host().equals("*")
                ? new InetSocketAddress(address.port())
                : new InetSocketAddress(address.host(), address.port());
    }

    private static String rootOf(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return String.valueOf(root.getMessage());
    }

    /** Why the node does not serve yet, in one line; empty when it does. */
    public String notReady() {
        if (quorum != null && !quorum.isRunning()) {
            return "the quorum role is not running";
        }
        if (broker != null) {
            return broker.notReady();
        }
        return metadata.image().index() < 0 ? "no metadata yet" : "";
    }

    /**
     * Stops in good order: leadership moves first, then everything is closed. Takes as long as a controlled shutdown may.
     */
    public void stop() {
        stop(true);
    }

    /** Stops without a word to anyone, as a crash would; for tests. */
    public void abandon() {
        stop(false);
    }

    private synchronized void stop(boolean inGoodOrder) {
        if (stopped.getCount() == 0) {
            return;
        }
        LOG.info("Node {} stops", config.nodeId());
        try {
            server.setServing(false);
            if (broker != null) {
                if (inGoodOrder) {
                    broker.leave();
                }
                // Nobody is answered by partitions that are being closed.
                closing.close("gRPC server");
                broker.stop(inGoodOrder);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException failed) {
            LOG.error("Not stopped in good order: {}", failed.getMessage());
        }
        closing.closeAll();
        LOG.info("Node {} is stopped", config.nodeId());
        stopped.countDown();
    }

    /** Waits until the node was stopped. */
    public void awaitStopped() throws InterruptedException {
        stopped.await();
    }

    /** What was started, closed in the opposite order. */
    private static final class Closing {
        private final List<Part> parts = new ArrayList<>();

        private record Part(String name, AutoCloseable part) {}

        void add(String name, AutoCloseable part) {
            parts.add(new Part(name, part));
        }

        void close(String name) {
            parts.stream().filter(part -> part.name.equals(name)).toList().forEach(this::close);
        }

        void closeAll() {
            while (!parts.isEmpty()) {
                close(parts.get(parts.size() - 1));
            }
        }

        private void close(Part part) {
            parts.remove(part);
            try {
                part.part.close();
            } catch (Exception failed) {
                LOG.warn("{} is not closed in good order: {}", part.name, failed.toString());
            }
        }
    }
}
