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
 * by its id, so that no other creation can be meant. A read is as that of {@link RegisterClient}.
 */
final class TopicLifeClient implements Runnable {
    private static final String NUMBER = "retention.ms";
    private static final String TOUCHED = "delete.retention.ms";
    private static final long PAUSE_MEAN_MS = 1_000;
    private static final long LEAST_VALUE = 10_000_000;

    private final ClientContext context;
    private final Generator generator;
    private final AtomicLong nextValue;
    private final String address;
    private final RecordedProcess process;

    /**
     * A topic as it was found.
     *
     * @param number its creation; {@link Step.Register#NONE} when there is none
     */
    private record Found(long number, ByteString topicId) {}

    TopicLifeClient(ClientContext context, Generator generator, AtomicLong nextValue, String address) {
        this.context = context;
        this.generator = generator;
        this.nextValue = nextValue;
        this.address = address;
        this.process = new RecordedProcess(context);
    }

    @Override
    public void run() {
        try (NodeCalls node = new NodeCalls(address)) {
            while (!context.isStopping()) {
                Found found = read(node);
                if (found != null && generator.below(2) == 0) {
                    change(node, found);
                }
                context.pause(generator.pauseNanos(PAUSE_MEAN_MS));
            }
        }
    }

    /** Null when nobody can tell. */
    private @Nullable Found read(NodeCalls node) {
        Invocation invocation = process.invoke(Function.READ, List.of());
        String error;
        try {
            ErrorCode code =
                    node.set(context.plan().registerTopic(), TOUCHED, LEAST_VALUE + nextValue.incrementAndGet());
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

    /** What was refused may be what an earlier attempt inside of the node did: nobody knows. */
    private void change(NodeCalls node, Found found) {
        boolean isThere = found.number() != Step.Register.NONE;
        long value = isThere ? Step.Register.NONE : LEAST_VALUE + nextValue.incrementAndGet();
        List<Step> steps = step(value, found.number());
        Invocation invocation = process.invoke(Function.WRITE, steps);
        String error;
        try {
            ErrorCode code = isThere
                    ? node.delete(context.plan().mortalTopic(), found.topicId())
                    : node.create(context.plan().mortalTopic(), NUMBER, value);
            if (code == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                process.complete(invocation, Outcome.OK, steps, "");
                return;
            }
            error = code.name();
        } catch (StatusRuntimeException e) {
            error = e.getStatus().getCode().name();
        }
        process.complete(invocation, Outcome.INFO, steps, error);
    }

    private List<Step> step(long value, long before) {
        return List.of(new Step.Register(context.plan().mortalTopic(), value, before));
    }
}
