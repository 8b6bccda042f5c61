// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "new-id", description = "Print a fresh cluster id, for the configuration of nodes on several machines.")
final class ClusterNewId implements Callable<Integer> {
    private final Session session;

    @Mixin
    private OutputOptions output = new OutputOptions();

    ClusterNewId(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String clusterId = ClusterIds.random();
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("clusterId", clusterId);
            session.terminal().json(json);
        } else {
            session.terminal().line(clusterId);
        }
        return ExitCode.OK;
    }
}
