// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "delete", description = "Delete a topic and its records.")
final class TopicDelete implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", description = "Topic.")
    private String name = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    TopicDelete(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            admin.deleteTopic(name);
        }
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("deleted", name);
            session.terminal().json(json);
        } else {
            session.terminal().line("Deleted topic " + name + ".");
        }
        return ExitCode.OK;
    }
}
