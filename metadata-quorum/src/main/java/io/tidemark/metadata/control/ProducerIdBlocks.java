// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.v1.ErrorCode;
import java.util.List;

/** Hands out blocks of producer ids, none of them twice. */
final class ProducerIdBlocks {
    private static final int MAX_COUNT = 100_000;

    private ProducerIdBlocks() {}

    static Decision decide(ClusterDraft cluster, AllocateProducerIds command) {
        long first = cluster.before().nextProducerId();
        if (command.count() < 1 || command.count() > MAX_COUNT) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST,
                    "a block of " + command.count() + " producer ids is not possible; ask for 1 to " + MAX_COUNT);
        }
        if (first > Long.MAX_VALUE - command.count()) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST, "all producer ids of this cluster are used up");
        }
        cluster.setNextProducerId(first + command.count());
        return cluster.done(
                new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", cluster.index(), -1, null, List.of(), first));
    }
}
