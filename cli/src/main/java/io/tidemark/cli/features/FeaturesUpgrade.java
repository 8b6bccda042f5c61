// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.features;

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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "upgrade",
        description = "Raise the cluster's feature level, for good; nodes of older software are refused from then on.")
final class FeaturesUpgrade implements Callable<Integer> {
    private final Session session;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description = "The level; by default the highest that all registered brokers and all voters support.")
    private int level;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    FeaturesUpgrade(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (level < 0) {
            throw new ParameterException(spec.commandLine(), "--level must be from 1");
        }
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            int reached = admin.upgradeFeatures(level);
            if (output.isJson()) {
                JsonObject json = new JsonObject();
                json.addProperty("featureLevel", reached);
                session.terminal().json(json);
            } else {
                session.terminal().line("Feature level: " + reached);
            }
        }
        return ExitCode.OK;
    }
}
