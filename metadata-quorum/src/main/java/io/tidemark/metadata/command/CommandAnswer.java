// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a command came to.
 *
 * @param error outcome; {@code ERROR_CODE_UNSPECIFIED} is success
 * @param message one line for people; empty on success
 * @param index metadata index from which the image shows what the command came to; -1 when it did not reach the log
 * @param brokerEpoch for RegisterBroker: the epoch; else -1
 * @param topicId for CreateTopic: the id; else null
 * @param partitions for AlterPartitions and ElectLeaders: one per proposal or partition, in order
 * @param firstProducerId for AllocateProducerIds: first id of the block; else -1
 */
public record CommandAnswer(
        ErrorCode error,
        String message,
        long index,
        long brokerEpoch,
        @Nullable UUID topicId,
        List<PartitionOutcome> partitions,
        long firstProducerId) {

    /**
     * What came of one proposal or election.
     *
     * @param record the partition after the command; null when it is not known
     */
    public record PartitionOutcome(
            PartitionKey partition,
            ErrorCode error,
            @Nullable PartitionImage record) {}

    /** Success without a result. */
    public static CommandAnswer ok(long index) {
        return new CommandAnswer(ErrorCode.ERROR_CODE_UNSPECIFIED, "", index, -1, null, List.of(), -1);
    }

    /** A refusal. */
    public static CommandAnswer failed(ErrorCode error, String message, long index) {
        return new CommandAnswer(error, message, index, -1, null, List.of(), -1);
    }

    /** The same answer, shown by the image of another index. */
    public CommandAnswer at(long imageIndex) {
        return new CommandAnswer(error, message, imageIndex, brokerEpoch, topicId, partitions, firstProducerId);
    }

    /** Whether the command was carried out. */
    public boolean isOk() {
        return error == ErrorCode.ERROR_CODE_UNSPECIFIED;
    }
}
