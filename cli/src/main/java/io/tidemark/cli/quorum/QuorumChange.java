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
import picocli.CommandLine.Mixin;

/** A change of the voters: asks for it and shows who votes then. */
abstract class QuorumChange implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    QuorumChange(Session session) {
        this.session = session;
    }

    /** What to ask for. */
    abstract ChangeQuorumRequest request();

    @Override
    public final Integer call() {
        ChangeQuorumRequest change = request();
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            QuorumText.voters(session, output, admin.changeQuorum(change));
        }
        return ExitCode.OK;
    }
}
