// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.TopicDescription;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A client of one node that creates a topic where there is none of its name, or deletes the one that is there: a register that
 * says which creation the name stands for, if any. Each creation leaves its own number in a config; who deletes names the topic
 * by its id, so that no other creation can be meant.
 */
final class TopicLifeClient extends MetadataRegisterClient {
    private static final String NUMBER = "retention.ms";
    private static final long PAUSE_MEAN_MS = 1_000;

    /**
     * A topic as it was found.
     *
     * @param number its creation; {@link Step.Register#NONE} when there is none
     */
    private record Found(long number, ByteString topicId) {}

    TopicLifeClient(ClientContext context, Generator generator, AtomicLong nextValue, String address) {
        super(context, generator, nextValue, address, PAUSE_MEAN_MS);
    }

    @Override
    void work(NodeCalls node) {
        Found found = read(node);
        if (found != null && generator.below(2) == 0) {
            change(node, found);
        }
    }

    /** Null when nobody can tell. */
    private @Nullable Found read(NodeCalls node) {
        Invocation invocation = process.invoke(Function.READ, List.of());
        String error;
        try {
            ErrorCode code = touch(node);
            if (code == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                TopicDescription topic = node.describeSoon(context.plan().mortalTopic());
                code = topic.getError();
                String number = topic.getConfigsMap().get(NUMBER);
                boolean isAbsent = code == ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION;
                if (isAbsent || number != null) {
                    Found found =
                            new Found(number == null ? Step.Register.NONE : Long.parseLong(number), topic.getTopicId());
                    process.complete(invocation, Outcome.OK, step(found.number(), Step.Register.NONE), "");
                    return found;
                }
            }
            error = code.name();
        } catch (StatusRuntimeException e) {
            error = e.getStatus().getCode().name();
        }
        process.complete(invocation, Outcome.FAIL, List.of(), error);
        return null;
    }

    private void change(NodeCalls node, Found found) {
        boolean isThere = found.number() != Step.Register.NONE;
        long value = isThere ? Step.Register.NONE : newValue();
        String topic = context.plan().mortalTopic();
        process.change(
                Function.WRITE,
                step(value, found.number()),
                () -> isThere ? node.delete(topic, found.topicId()) : node.create(topic, NUMBER, value));
    }

    private List<Step> step(long value, long before) {
        return List.of(new Step.Register(context.plan().mortalTopic(), value, before));
    }
}
