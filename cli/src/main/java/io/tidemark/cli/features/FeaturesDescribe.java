// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.features;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.DescribeQuorumResponse;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "describe", description = "Show the cluster's feature level and what the answering node supports.")
final class FeaturesDescribe implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    FeaturesDescribe(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            DescribeQuorumResponse quorum = admin.describeQuorum();
            if (output.isJson()) {
                JsonObject json = new JsonObject();
                json.addProperty("featureLevel", quorum.getFeatureLevel());
                json.addProperty("supportedLevel", quorum.getSupportedFeatureLevel());
                json.addProperty("node", quorum.getNodeId());
                session.terminal().json(json);
            } else {
                session.terminal()
                        .line("Feature level: " + quorum.getFeatureLevel() + "  Node " + quorum.getNodeId()
                                + " supports up to: " + quorum.getSupportedFeatureLevel());
            }
        }
        return ExitCode.OK;
    }
}
