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

@Command(name = "undelete", description = "Have a deleted topic back while its delete.grace.ms has not passed.")
final class TopicUndelete implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", description = "Topic.")
    private String name = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    TopicUndelete(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            admin.undeleteTopic(name);
        }
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("undeleted", name);
            session.terminal().json(json);
        } else {
            session.terminal().line("Topic " + name + " is back.");
        }
        return ExitCode.OK;
    }
}
