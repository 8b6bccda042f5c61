// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "status",
        description = "Say what each node does: up, fenced, starting or down. Ends 3 unless all are up.")
final class ClusterShow implements Callable<Integer> {
    private final Session session;

    @Mixin
    private DirectoryOption directory = new DirectoryOption();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ClusterShow(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ClusterStatus status = directory.open(session).status();
        if (output.isJson()) {
            session.terminal().json(status.toJson());
        } else {
            status.print(session.terminal());
        }
        return status.isHealthy() ? ExitCode.OK : ExitCode.UNHEALTHY;
    }
}
