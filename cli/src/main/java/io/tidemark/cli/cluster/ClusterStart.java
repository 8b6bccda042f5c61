// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Home;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "start",
        description = "Start the nodes that do not run, making the cluster first if the directory holds none. Returns"
                + " when every node is ready.",
        footer = {"", "Example:", "  tidemark cluster start --dir /tmp/try --nodes 3 --base-port 19092"})
final class ClusterStart implements Callable<Integer> {
    private static final int DEFAULT_NODES = 3;
    private static final int DEFAULT_BASE_PORT = 9092;
    private static final int MOST_NODES = 9;

    private final Session session;

    @Mixin
    private DirectoryOption directory = new DirectoryOption();

    @Option(names = "--nodes", paramLabel = "N", description = "Number of nodes of a new cluster. Default: 3.")
    private @Nullable Integer nodeCount;

    @Option(
            names = "--base-port",
            paramLabel = "PORT",
            description = "First client port of a new cluster; quorum ports are 100 above, metrics 200 above. 0: any"
                    + " free ports. Default: 9092.")
    private @Nullable Integer basePort;

    @Mixin
    private OutputOptions output = new OutputOptions();

    ClusterStart(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        long startNanos = System.nanoTime();
        LocalCluster cluster = ClusterLayout.exists(directory.path()) ? reopen() : create();
        int started = cluster.startAll();
        try {
            cluster.awaitReady(cluster.layout().nodes(), session.terminal()::news);
        } catch (CommandException e) {
            session.terminal().news("nodes that run were left running: end them with 'tidemark cluster stop'");
            throw e;
        }
        report(cluster.status(), started, (System.nanoTime() - startNanos) / 1e9);
        return ExitCode.OK;
    }

    private LocalCluster create() throws IOException {
        int nodes = nodeCount == null ? DEFAULT_NODES : nodeCount;
        if (nodes < 1 || nodes > MOST_NODES) {
            throw CommandException.usage("--nodes must be 1 to " + MOST_NODES + ", not " + nodes);
        }
        int firstPort = basePort == null ? DEFAULT_BASE_PORT : basePort;
        PortPlan ports = PortPlan.of(nodes, firstPort, RandomGenerator.getDefault());
        ports.requireFree();
        Home home = Home.ofLauncher();
        Path path = directory.path();
        Files.createDirectories(path);
        return LocalCluster.create(path, ports, home, session.clients(), NodeLife.OWN);
    }

    private LocalCluster reopen() {
        LocalCluster cluster = directory.open(session);
        int nodes = cluster.layout().nodes().size();
        if (nodeCount != null && nodeCount != nodes) {
            throw CommandException.usage(directory.path() + " holds a cluster of " + nodes
                    + " node(s): leave --nodes out, or give another" + " --dir for a new one");
        }
        int firstPort = cluster.layout().node(1).clientPort();
        if (basePort != null && basePort != 0 && basePort != firstPort) {
            throw CommandException.usage(directory.path() + " holds a cluster that starts at port " + firstPort
                    + ": leave --base-port out, or give another --dir for a new one");
        }
        return cluster;
    }

    private void report(ClusterStatus status, int started, double seconds) {
        if (output.isJson()) {
            session.terminal().json(status.toJson());
            return;
        }
        status.print(session.terminal());
        session.terminal().line(String.format(Locale.ROOT, "Started %d node(s) in %.1f s.", started, seconds));
    }
}
