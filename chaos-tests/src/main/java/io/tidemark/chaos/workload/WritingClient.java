// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.client.producer.RecordMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A client that writes a few values at a time and waits for their outcomes. After an outcome that it does not know, and
 * sometimes in the midst of an operation, it dies without a word and comes back as another process with a producer of its
 * own.
 */
final class WritingClient implements Runnable {
    private static final long CRASH_MEAN_MS = 30_000;

    private final ClientContext context;
    private final Generator generator;
    private final long pauseMeanMs;
    private int process;
    private Producer producer;

    WritingClient(ClientContext context, Generator generator, long pauseMeanMs) {
        this.context = context;
        this.generator = generator;
        this.pauseMeanMs = pauseMeanMs;
        this.process = context.nextProcess().getAndIncrement();
        this.producer = Producer.create(context.plan().config());
    }

    @Override
    public void run() {
        long lastNanos = System.nanoTime();
        while (!context.isStopping()) {
            long nowNanos = System.nanoTime();
            boolean dies = generator.isTimeToCrash((nowNanos - lastNanos) / 1_000_000, CRASH_MEAN_MS);
            lastNanos = nowNanos;
            if (send(dies) == Outcome.INFO) {
                comeBackAsAnother();
            }
            context.pause(generator.pauseNanos(pauseMeanMs));
        }
        context.abandoned().add(producer);
    }

    private Outcome send(boolean dies) {
        List<Step.Sent> asked = generator.sends();
        Invocation invocation = context.recorder().invoke(process, Function.SEND, List.copyOf(asked));
        List<CompletableFuture<RecordMetadata>> futures = new ArrayList<>();
        for (Step.Sent send : asked) {
            futures.add(producer.send(record(send)));
        }
        if (dies) {
            context.recorder().complete(invocation, Outcome.INFO, List.copyOf(asked), "client died");
            return Outcome.INFO;
        }
        List<Step> told = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            told.add(outcome(asked.get(i), futures.get(i)));
        }
        Outcome outcome = whole(told);
        context.recorder().complete(invocation, outcome, told, "");
        return outcome;
    }

    private ProducerRecord record(Step.Sent send) {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(send.value()).array();
        return new ProducerRecord(
                context.plan().topic(), OptionalInt.of(send.partition()), OptionalLong.empty(), null, bytes, List.of());
    }

    private Step.Sent outcome(Step.Sent asked, CompletableFuture<RecordMetadata> future) {
        try {
            RecordMetadata metadata = future.get();
            context.progress().onAcknowledged(asked.partition(), metadata.offset());
            return new Step.Sent(asked.partition(), asked.value(), metadata.offset(), Outcome.OK);
        } catch (ExecutionException e) {
            return new Step.Sent(asked.partition(), asked.value(), -1, outcomeOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Outcome outcomeOf(@Nullable Throwable failure) {
        if (failure instanceof TidemarkException told) {
            return switch (told.outcome()) {
                case NOT_WRITTEN -> Outcome.FAIL;
                case UNKNOWN -> Outcome.INFO;
                case WRITTEN -> Outcome.OK;
            };
        }
        throw new IllegalStateException("a write failed without a truthful outcome", failure);
    }

    /** An operation is known to be done, or without effect, only if each of its values is. */
    private static Outcome whole(List<Step> told) {
        boolean isOk = told.stream().allMatch(step -> ((Step.Sent) step).outcome() == Outcome.OK);
        boolean isFail = told.stream().allMatch(step -> ((Step.Sent) step).outcome() == Outcome.FAIL);
        return isOk ? Outcome.OK : isFail ? Outcome.FAIL : Outcome.INFO;
    }

    private void comeBackAsAnother() {
        context.abandoned().add(producer);
        process = context.nextProcess().getAndIncrement();
        producer = Producer.create(context.plan().config());
    }
}
