// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

import io.tidemark.cli.terminal.Session;
import io.tidemark.v1.ChangeQuorumRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "remove", description = "Let a node vote no more.")
final class QuorumRemove extends QuorumChange {
    @Parameters(paramLabel = "ID", description = "Node id.")
    private int nodeId;

    QuorumRemove(Session session) {
        super(session);
    }

    @Override
    ChangeQuorumRequest request() {
        return ChangeQuorumRequest.newBuilder().setRemove(nodeId).build();
    }
}
