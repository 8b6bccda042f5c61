// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "restart",
        description = "Stop nodes in good order if they run, start them, and wait until each is ready.")
final class ClusterRestart implements Callable<Integer> {
    private final Session session;

    @Mixin
    private NodeSelection selection = new NodeSelection();

    @Mixin
    private DirectoryOption directory = new DirectoryOption();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ClusterRestart(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        LocalCluster cluster = directory.open(session);
        List<LocalNode> nodes = selection.of(cluster.layout());
        cluster.stop(nodes);
        for (LocalNode node : nodes) {
            cluster.start(node);
        }
        cluster.awaitReady(nodes, session.terminal()::news);
        NodeReport.print(session, output, "restarted", nodes);
        return ExitCode.OK;
    }
}
