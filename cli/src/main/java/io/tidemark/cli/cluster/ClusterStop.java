// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "stop",
        description = "Stop every node in good order. The data stays: 'tidemark cluster start' goes on from there.")
final class ClusterStop implements Callable<Integer> {
    private final Session session;

    @Mixin
    private DirectoryOption directory = new DirectoryOption();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ClusterStop(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LocalCluster cluster = directory.open(session);
        List<LocalNode> running = cluster.running();
        cluster.stop(running);
        NodeReport.print(session, output, "stopped", running);
        if (running.isEmpty() && !output.isJson()) {
            session.terminal().line("No node was running.");
        }
        return ExitCode.OK;
    }
}
