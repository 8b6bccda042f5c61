// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

import io.tidemark.cli.terminal.Session;
import io.tidemark.v1.ChangeQuorumRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "transfer", description = "Hand the leadership to a voter.")
final class QuorumTransfer extends QuorumChange {
    @Parameters(paramLabel = "ID", description = "Node id.")
    private int nodeId;

    QuorumTransfer(Session session) {
        super(session);
    }

    @Override
    ChangeQuorumRequest request() {
        return ChangeQuorumRequest.newBuilder().setTransfer(nodeId).build();
    }
}
