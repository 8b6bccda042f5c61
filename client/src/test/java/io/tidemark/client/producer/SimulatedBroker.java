// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.fake.FakeLog;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.Compression;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The leaders of one partition, one after the other, and the network to them: requests wait in their streams, answers
 * come in any order or never, what is not committed may be lost with its leader.
 */
final class SimulatedBroker {
    final FakeLog log = new FakeLog();
    int leaderEpoch = 1;
    long streamId = 1;

    private final Random random;
    private final List<Request> requests = new ArrayList<>();
    private final List<Appended> uncommitted = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private long committedOffset;

    record Request(long streamId, SendBatch send, int recordCount) {}

    record Answer(long streamId, long attemptId, WriteReply reply) {}

    private record Appended(Request request, long endOffset, WriteReply reply) {}

    SimulatedBroker(Random random) {
        this.random = random;
    }

    void send(SendBatch send, int recordCount) {
        requests.add(new Request(streamId, send, recordCount));
    }

    boolean isQuiet() {
        return requests.isEmpty() && answers.isEmpty() && uncommitted.isEmpty();
    }

    /** Lets the first request of some stream arrive; those of broken streams may still. */
    void receive(boolean isFaulty) {
        if (requests.isEmpty()) {
            return;
        }
        long from = requests.get(random.nextInt(requests.size())).streamId();
        for (Request request : requests) {
            if (request.streamId() == from) {
                requests.remove(request);
                if (from == streamId || random.nextBoolean()) {
                    handle(request, isFaulty);
                }
                return;
            }
        }
    }

    private void handle(Request request, boolean isFaulty) {
        if (request.send().leaderEpoch() < leaderEpoch) {
            answer(request, error(ErrorCode.ERROR_CODE_FENCED_LEADER_EPOCH, false));
        } else if (isFaulty && random.nextInt(6) == 0) {
            answer(request, error(ErrorCode.ERROR_CODE_NOT_ENOUGH_REPLICAS, false));
        } else if (isFaulty && random.nextInt(8) == 0) {
            answer(request, error(ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT, false));
        } else {
            append(request);
        }
    }

    private void append(Request request) {
        ProduceResponse response = log.append(bytesOf(request), leaderEpoch);
        WriteReply reply = WriteReply.of(response);
        if (response.getError() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            answer(request, reply);
        } else {
            uncommitted.add(new Appended(request, response.getBaseOffset() + request.recordCount(), reply));
        }
    }

    private static ByteBuffer bytesOf(Request request) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        byte[] value = Long.toString(request.send().batchId()).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < request.recordCount(); i++) {
            builder.append(1, null, value, List.of());
        }
        BatchIdentity identity = request.send().identity();
        builder.producer(identity.producerId(), identity.producerEpoch(), identity.baseSequence());
        return builder.build(0, -1);
    }

    /** Commits some of what is appended and answers it. */
    void commit() {
        List<Long> ends = log.batchEnds();
        if (ends.isEmpty()) {
            return;
        }
        long target = ends.get(random.nextInt(ends.size()));
        committedOffset = Math.max(committedOffset, target);
        Iterator<Appended> each = uncommitted.iterator();
        while (each.hasNext()) {
            Appended appended = each.next();
            if (appended.endOffset() <= committedOffset) {
                answer(appended.request(), appended.reply());
                each.remove();
            }
        }
    }

    /** Some answer reaches the client, unless its stream is gone. */
    void deliver(ProducerPartition partition, long nowMs, Consumer<ProducerEffect> out) {
        if (!answers.isEmpty()) {
            Answer answer = answers.remove(random.nextInt(answers.size()));
            if (answer.streamId() == streamId) {
                partition.onReply(answer.attemptId(), answer.reply(), nowMs, out);
            }
        }
    }

    /** The connection breaks; what was sent on it may still arrive. */
    void breakStream() {
        streamId++;
    }

    /** Another leads, whose log holds everything committed and perhaps more. */
    void changeLeader() {
        List<Long> ends = new ArrayList<>(log.batchEnds());
        ends.removeIf(end -> end < committedOffset);
        ends.add(committedOffset);
        log.truncateTo(ends.get(random.nextInt(ends.size())));
        leaderEpoch++;
        uncommitted.forEach(
                appended -> answer(appended.request(), error(ErrorCode.ERROR_CODE_NOT_LEADER_OR_FOLLOWER, true)));
        uncommitted.clear();
    }

    private void answer(Request request, WriteReply reply) {
        answers.add(new Answer(request.streamId(), request.send().attemptId(), reply));
    }

    private static WriteReply error(ErrorCode error, boolean isAppended) {
        return new WriteReply(error, "", isAppended, WrittenAt.SOMEWHERE);
    }
}
