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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Something that is done to one topic as a whole, and told in a line. */
abstract class NamedTopicChange implements Callable<Integer> {
    private final Session session;
    private final String done;

    @Parameters(paramLabel = "NAME", description = "Topic.")
    private String name = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** With the word that names the topic in JSON once it is done. */
    NamedTopicChange(Session session, String done) {
        this.session = session;
        this.done = done;
    }

    abstract void change(Admin admin, String topic);

    /** What is told once it is done. */
    abstract String line(String topic);

    @Override
    public final Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            change(admin, name);
        }
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty(done, name);
            session.terminal().json(json);
        } else {
            session.terminal().line(line(name));
        }
        return ExitCode.OK;
    }
}
