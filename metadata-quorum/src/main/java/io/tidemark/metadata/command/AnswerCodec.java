// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Answers. Error codes that this version does not know are read as an unknown server error. */
final class AnswerCodec {
    private AnswerCodec() {}

    static io.tidemark.v1.CommandAnswer write(CommandAnswer answer) {
        io.tidemark.v1.CommandAnswer.Builder builder = io.tidemark.v1.CommandAnswer.newBuilder()
                .setError(answer.error())
                .setErrorMessage(answer.message())
                .setIndex(answer.index())
                .setBrokerEpoch(answer.brokerEpoch())
                .setFirstProducerId(answer.firstProducerId());
        UUID topicId = answer.topicId();
        if (topicId != null) {
            builder.setTopicId(IdCodec.write(topicId));
        }
        answer.partitions().forEach(outcome -> builder.addPartitions(write(outcome)));
        return builder.build();
    }

    private static PartitionOutcome write(CommandAnswer.PartitionOutcome outcome) {
        PartitionOutcome.Builder builder = PartitionOutcome.newBuilder()
                .setTopicId(IdCodec.write(outcome.partition().topicId()))
                .setPartition(outcome.partition().partition())
                .setError(outcome.error());
        PartitionImage record = outcome.record();
        if (record != null) {
            builder.setRecord(RecordCodec.write(outcome.partition().partition(), record));
        }
        return builder.build();
    }

    static CommandAnswer read(io.tidemark.v1.CommandAnswer message) throws MetadataFormatException {
        List<CommandAnswer.PartitionOutcome> outcomes = new ArrayList<>();
        for (PartitionOutcome outcome : message.getPartitionsList()) {
            outcomes.add(new CommandAnswer.PartitionOutcome(
                    IdCodec.key(outcome.getTopicId(), outcome.getPartition()),
                    known(outcome.getError()),
                    outcome.hasRecord() ? RecordCodec.read(outcome.getRecord()) : null));
        }
        return new CommandAnswer(
                known(message.getError()),
                message.getErrorMessage(),
                message.getIndex(),
                message.getBrokerEpoch(),
                message.getTopicId().isEmpty() ? null : IdCodec.read(message.getTopicId(), "topic id"),
                outcomes,
                message.getFirstProducerId());
    }

    private static ErrorCode known(ErrorCode error) {
        return error == ErrorCode.UNRECOGNIZED ? ErrorCode.ERROR_CODE_UNKNOWN_SERVER_ERROR : error;
    }
}
