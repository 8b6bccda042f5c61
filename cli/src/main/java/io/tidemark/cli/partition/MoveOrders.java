// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Terminal;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionOutcome;
import io.tidemark.v1.Reassignment;
import java.util.List;

/** Orders moves and tells what came of each. */
final class MoveOrders {
    private MoveOrders() {}

    /** The exit code: an error when any was refused. */
    static int carryOut(Terminal terminal, OutputOptions output, Admin admin, List<Reassignment> moves) {
        if (moves.isEmpty()) {
            MoveText.underWay(terminal, output, List.of());
            return ExitCode.OK;
        }
        int code = ExitCode.OK;
        List<PartitionOutcome> outcomes = admin.reassign(moves);
        for (int i = 0; i < outcomes.size(); i++) {
            Reassignment move = moves.get(i);
            PartitionOutcome outcome = outcomes.get(i);
            if (outcome.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                MoveText.one(terminal, output, new Move(move.getTopic(), move.getPartition(), outcome.getRecord()));
            } else {
                terminal.error("partition " + move.getTopic() + "-" + move.getPartition() + ": "
                        + MoveText.reason(outcome.getError()));
                code = ExitCode.ERROR;
            }
        }
        return code;
    }
}
