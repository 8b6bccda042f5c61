// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.Clients;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.Home;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A cluster of nodes on this machine, each a process of its own. Not thread-safe, but {@link #killAll} from any thread. */
public final class LocalCluster {
    private static final Duration START_LIMIT = Duration.ofMinutes(2);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(50);
    /** When a person who waits is told for what, and how often. */
    private static final Duration NEWS_INTERVAL = Duration.ofSeconds(5);

    private final ClusterLayout layout;
    private final NodeCommandLine commandLine;
    private final ClusterWatch watch;
    private final Map<Integer, NodeProcess> children = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private LocalCluster(ClusterLayout layout, Home home, Clients clients, NodeLife life) {
        this.layout = layout;
        this.commandLine = new NodeCommandLine(home, life);
        this.watch = new ClusterWatch(layout, clients);
    }

    /** Opens the cluster of a directory. */
    static LocalCluster open(Path directory, Home home, Clients clients) {
        return new LocalCluster(ClusterLayout.read(directory), home, clients, NodeLife.OWN);
    }

    /**
     * Lays out a new cluster under a directory; its nodes do not run yet.
     *
     * @param ports where they listen, and so how many they are
     * @param life how they live beside this process
     */
    public static LocalCluster create(Path directory, PortPlan ports, Home home, Clients clients, NodeLife life)
            throws IOException {
        ClusterLayout layout = ClusterLayout.plan(directory, ClusterIds.random(), ports);
        layout.create();
        return new LocalCluster(layout, home, clients, life);
    }

    /** What it consists of. */
    public ClusterLayout layout() {
        return layout;
    }

    /** How it is now. */
    public ClusterStatus status() {
        return watch.now();
    }

    /** Starts every node that does not run; returns how many that were. */
    public int startAll() throws IOException {
        int started = 0;
        for (LocalNode node : layout.nodes()) {
            if (start(node)) {
                started++;
            }
        }
        return started;
    }

    /** Starts a node; false when it runs already. */
    public boolean start(LocalNode node) throws IOException {
        if (process(node).isPresent()) {
            return false;
        }
        if (closed) {
            throw CommandException.failed("interrupted");
        }
        children.put(node.nodeId(), NodeProcess.start(node, commandLine));
        return true;
    }

    /** A node's process if it runs; one that was started here is known better than by its file. */
    private Optional<NodeProcess> process(LocalNode node) {
        @Nullable NodeProcess child = children.get(node.nodeId());
        return child == null ? NodeProcess.find(node) : Optional.of(child).filter(NodeProcess::isAlive);
    }

    /** Waits until every node may lead and all of them know it. */
    public void awaitReady() throws IOException {
        awaitReady(layout.nodes(), news -> {});
    }

    /**
     * Waits until each of these nodes may lead and knows that the others of them may.
     *
     * @param news told after some seconds what is waited for, and again when that changes
     */
    public void awaitReady(List<LocalNode> nodes, Consumer<String> news) throws IOException {
        long deadlineNanos = System.nanoTime() + START_LIMIT.toNanos();
        long newsNanos = System.nanoTime() + NEWS_INTERVAL.toNanos();
        String told = "";
        while (!watch.isReadyEverywhere(nodes)) {
            for (LocalNode node : nodes) {
                if (process(node).isEmpty()) {
                    throw CommandException.failed("node " + node.nodeId() + " ended: " + lastWords(node));
                }
            }
            if (System.nanoTime() > deadlineNanos) {
                throw CommandException.failed("not every node is ready after " + START_LIMIT.toSeconds()
                        + " s: see 'tidemark cluster status' and the logs under " + layout.directory());
            }
            if (System.nanoTime() - newsNanos >= 0) {
                newsNanos = System.nanoTime() + NEWS_INTERVAL.toNanos();
                String waiting = waitingFor(nodes);
                if (!waiting.equals(told)) {
                    told = waiting;
                    news.accept(waiting);
                }
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /** What these nodes wait for, as they say themselves, and who does not run. */
    private String waitingFor(List<LocalNode> nodes) {
        List<String> reasons = new ArrayList<>();
        for (LocalNode node : nodes) {
            String reason = ReadinessProbe.notReady(node);
            if (!reason.isEmpty()) {
                reasons.add("node " + node.nodeId() + " " + reason);
            }
        }
        List<Integer> absent = layout.nodes().stream()
                .filter(node -> process(node).isEmpty())
                .map(LocalNode::nodeId)
                .toList();
        return "still waiting: "
                + (reasons.isEmpty() ? "the nodes do not see each other yet" : String.join("; ", reasons))
                + (absent.isEmpty() ? "" : "; node(s) " + absent + " do not run: 'tidemark cluster start' starts them");
    }

    /** The last line of a node's log, which says why it ended. */
    private static String lastWords(LocalNode node) throws IOException {
        String log = Files.exists(node.logFile())
                ? new String(Files.readAllBytes(node.logFile()), StandardCharsets.UTF_8).strip()
                : "";
        String last = log.substring(log.lastIndexOf('\n') + 1);
        return (last.isEmpty() ? "its log is empty" : last) + " (" + node.logFile() + ")";
    }

    /**
     * Ends nodes as {@code kill -9} does, all at once, and returns when they are gone.
     *
     * @return those that did not run
     */
    public List<LocalNode> kill(List<LocalNode> nodes) {
        List<LocalNode> absent = new ArrayList<>();
        List<NodeProcess> running = new ArrayList<>();
        for (LocalNode node : nodes) {
            process(node).ifPresentOrElse(running::add, () -> absent.add(node));
        }
        running.forEach(NodeProcess::kill);
        for (NodeProcess process : running) {
            if (!process.hasEndedWithin(KILL_LIMIT)) {
                throw CommandException.failed("process " + process.pid() + " does not end");
            }
        }
        return absent;
    }

    /** Nodes that run. */
    List<LocalNode> running() {
        return layout.nodes().stream().filter(node -> process(node).isPresent()).toList();
    }

    /** Sends a signal to a node; false when it does not run. */
    public boolean signal(LocalNode node, String signal) throws IOException, InterruptedException {
        @Nullable NodeProcess process = process(node).orElse(null);
        if (process == null) {
            return false;
        }
        process.signal(signal);
        return true;
    }

    /** Stops nodes in good order, all at once; those that do not leave in time are killed. */
    void stop(List<LocalNode> nodes) {
        stop(nodes, STOP_LIMIT);
    }

    /** As {@link #stop(List)}, with another limit. */
    public void stop(List<LocalNode> nodes, Duration limit) {
        List<NodeProcess> running = new ArrayList<>();
        nodes.forEach(node -> process(node).ifPresent(running::add));
        running.forEach(NodeProcess::terminate);
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        for (NodeProcess process : running) {
            Duration left = Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
            if (!process.hasEndedWithin(left)) {
                process.kill();
                process.hasEndedWithin(KILL_LIMIT);
            }
        }
    }

    /** Ends every node at once without ceremony, for good, and returns when all are gone. */
    public void killAll() {
        closed = true;
        kill(layout.nodes());
    }
}
