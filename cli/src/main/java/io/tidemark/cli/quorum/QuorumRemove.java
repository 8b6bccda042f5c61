// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.ChangeQuorumRequest;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "remove", description = "Let a node vote no more.")
final class QuorumRemove implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "ID", description = "Node id.")
    private int nodeId;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    QuorumRemove(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ChangeQuorumRequest change =
                ChangeQuorumRequest.newBuilder().setRemove(nodeId).build();
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            QuorumText.voters(session, output, admin.changeQuorum(change));
        }
        return ExitCode.OK;
    }
}
