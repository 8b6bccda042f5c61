// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "kill",
        description = "Send a signal to nodes' processes; by default the one that cannot be caught.",
        footer = {"", "Examples:", "  tidemark cluster kill 2", "  tidemark cluster kill 1 --signal STOP"})
final class ClusterKill implements Callable<Integer> {
    private static final String KILL = "9";

    private final Session session;

    @Mixin
    private NodeSelection selection = new NodeSelection();

    @Option(names = "--signal", paramLabel = "SIGNAL", description = "Number or name. Default: 9.")
    private String signal = KILL;

    @Mixin
    private DirectoryOption directory = new DirectoryOption();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ClusterKill(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LocalCluster cluster = directory.open(session);
        List<LocalNode> nodes = selection.of(cluster.layout());
        if (signal.equals(KILL) || signal.equals("KILL") || signal.equals("SIGKILL")) {
            requireAllRan(cluster.kill(nodes));
            NodeReport.print(session, output, "killed", nodes);
            return ExitCode.OK;
        }
        for (LocalNode node : nodes) {
            if (!cluster.signal(node, signal)) {
                throw CommandException.failed("node " + node.nodeId() + " does not run");
            }
        }
        NodeReport.print(session, output, "signalled", nodes);
        return ExitCode.OK;
    }

    private static void requireAllRan(List<LocalNode> absent) {
        if (!absent.isEmpty()) {
            throw CommandException.failed("node " + absent.get(0).nodeId() + " does not run");
        }
    }
}
