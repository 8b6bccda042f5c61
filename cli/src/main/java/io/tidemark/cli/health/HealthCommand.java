// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark cluster health}: what is not well now, anywhere. */
@Command(
        name = "health",
        description = "Say what is not well in any cluster now. Ends 3 unless all is well.",
        footer = {"", "Example:", "  tidemark cluster health --bootstrap-server node1.example.net:9092"})
public final class HealthCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** The command in a session. */
    public HealthCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ClusterHealth health;
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            health = ClusterHealth.of(admin.describeCluster(), admin.describeTopics(List.of()));
        }
        if (output.isJson()) {
            session.terminal().json(health.toJson());
        } else if (health.isHealthy()) {
            session.terminal().line("All is well.");
        } else {
            health.problems().forEach(session.terminal()::line);
        }
        return health.isHealthy() ? ExitCode.OK : ExitCode.UNHEALTHY;
    }
}
