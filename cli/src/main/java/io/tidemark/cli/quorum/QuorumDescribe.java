// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

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

@Command(
        name = "describe",
        description = "Show the voters, the leader, its term, the applied index and the cluster's feature level.")
final class QuorumDescribe implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    QuorumDescribe(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        DescribeQuorumResponse quorum;
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            quorum = admin.describeQuorum();
        }
        int leader = quorum.getController().getNodeId();
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("clusterId", quorum.getClusterId());
            json.addProperty("leader", leader);
            json.addProperty("term", quorum.getTerm());
            json.addProperty("appliedIndex", quorum.getAppliedIndex());
            json.addProperty("featureLevel", quorum.getFeatureLevel());
            json.add("voters", QuorumText.json(quorum.getVotersList()));
            session.terminal().json(json);
        } else {
            session.terminal()
                    .line("Leader: " + (leader < 0 ? "none" : leader) + "  Term: " + quorum.getTerm()
                            + "  Applied index: " + quorum.getAppliedIndex() + "  Feature level: "
                            + quorum.getFeatureLevel());
            quorum.getVotersList().forEach(voter -> session.terminal().line(QuorumText.line(voter)));
        }
        return leader < 0 ? ExitCode.UNHEALTHY : ExitCode.OK;
    }
}
