// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.engine.replication.ReplicaLife;
import io.tidemark.engine.runtime.PartitionDirectory;
import io.tidemark.engine.runtime.PartitionShard;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ReplicaFetchPartition;
import io.tidemark.v1.ReplicaFetchRequest;
import io.tidemark.v1.ReplicaFetchResponse;
import io.tidemark.v1.ReplicaFetchedPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One follower broker's stream of fetches, the leader's end. Every message proves who sends it: broker epoch and secret of
 * the registration in the image (guards G16, G18). Answers of one round of a shard share messages. While the follower does
 * not read, its further fetches wait here and read nothing from logs. Thread-safe.
 */
final class ReplicaFetchStream implements StreamObserver<ReplicaFetchRequest> {
    private static final int MESSAGE_BYTES = 1 << 20;

    private final PartitionDirectory directory;
    private final Supplier<ClusterImage> image;
    private final ServerCallStreamObserver<ReplicaFetchResponse> out;
    private final Runnable flush = this::flush;
    private final Map<PartitionKey, FollowerFetch> open = new HashMap<>();
    private final List<ReplicaFetchedPartition> answers = new ArrayList<>();
    private final ArrayDeque<Runnable> held = new ArrayDeque<>();
    private boolean ended;

    ReplicaFetchStream(
            PartitionDirectory directory,
            Supplier<ClusterImage> image,
            ServerCallStreamObserver<ReplicaFetchResponse> out) {
        this.directory = directory;
        this.image = image;
        this.out = out;
    }

    ReplicaFetchStream start() {
        out.setOnReadyHandler(this::releaseHeld);
        out.setOnCancelHandler(this::end);
        return this;
    }

    @Override
    public void onNext(ReplicaFetchRequest request) {
        ErrorCode refusal;
        try {
            refusal = refusalOf(request);
        } catch (StatusRuntimeException forged) {
            end();
            out.onError(forged);
            return;
        }
        ReplicaLife replica = new ReplicaLife(request.getReplicaId(), request.getBrokerEpoch());
        for (ReplicaFetchPartition wanted : request.getPartitionsList()) {
            PartitionKey key = ReplicaWire.keyOf(wanted);
            if (key == null) {
                add(FollowerFetch.refused(wanted, ErrorCode.ERROR_CODE_INVALID_REQUEST));
            } else if (refusal != null) {
                add(FollowerFetch.refused(wanted, refusal));
            } else {
                fetch(key, wanted, replica, request.getMaxWaitMs());
            }
        }
        flush();
    }

    /** Why nothing of the request is looked at; null when the sender is the life that it says. */
    private @Nullable ErrorCode refusalOf(ReplicaFetchRequest request) {
        BrokerImage sender = image.get().brokers().get(request.getReplicaId());
        if (sender == null || request.getBrokerEpoch() > sender.brokerEpoch()) {
            // Its registration is newer than this node's image: it asks again.
            return ErrorCode.ERROR_CODE_UNKNOWN_LEADER_EPOCH;
        }
        if (isOlderLife(sender, request)) {
            return ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH;
        }
        if (!isProven(sender, request)) {
            throw Faults.unauthenticated(
                    "WRONG_REPLICA_SECRET", "not the secret of broker " + request.getReplicaId() + "'s registration");
        }
        return null;
    }

    /** Whether the sender knows the secret that only the registered process can know (guard G16). */
    private static boolean isProven(BrokerImage sender, ReplicaFetchRequest request) {
        return sender.replicaSecret().equals(WireIds.fromWire(request.getReplicaSecret()));
    }

    private static boolean isOlderLife(BrokerImage sender, ReplicaFetchRequest request) {
        return request.getBrokerEpoch() < sender.brokerEpoch();
    }

    private void fetch(PartitionKey key, ReplicaFetchPartition wanted, ReplicaLife replica, int maxWaitMs) {
        FollowerFetch fetch = new FollowerFetch(key, wanted, directory.shardFor(key), this);
        FollowerFetch before;
        boolean hold;
        synchronized (this) {
            if (ended) {
                return;
            }
            before = open.put(key, fetch);
            hold = !out.isReady() || !held.isEmpty();
            if (hold) {
                held.add(() -> fetch.submit(replica, maxWaitMs));
            }
        }
        if (before != null) {
            before.cancel();
        }
        if (!hold) {
            fetch.submit(replica, maxWaitMs);
        }
    }

    private void releaseHeld() {
        List<Runnable> released;
        synchronized (this) {
            released = new ArrayList<>(held);
            held.clear();
        }
        released.forEach(Runnable::run);
    }

    /** Takes an answer on the shard's thread; it is sent when the shard's round ends. */
    void answer(FollowerFetch fetch, PartitionShard shard, ReplicaFetchedPartition answer) {
        synchronized (this) {
            if (ended || !open.remove(fetch.key(), fetch)) {
                return;
            }
            answers.add(answer);
        }
        shard.atRoundEnd(flush);
    }

    private synchronized void add(ReplicaFetchedPartition answer) {
        answers.add(answer);
    }

    private synchronized void flush() {
        if (ended || answers.isEmpty()) {
            return;
        }
        ReplicaFetchResponse.Builder message = ReplicaFetchResponse.newBuilder();
        int sizeBytes = 0;
        for (ReplicaFetchedPartition answer : answers) {
            message.addPartitions(answer);
            sizeBytes += answer.getSerializedSize();
            if (sizeBytes >= MESSAGE_BYTES) {
                out.onNext(message.build());
                message.clear();
                sizeBytes = 0;
            }
        }
        answers.clear();
        if (message.getPartitionsCount() > 0) {
            out.onNext(message.build());
        }
    }

    @Override
    public void onError(Throwable failure) {
        end();
    }

    @Override
    public void onCompleted() {
        end();
        out.onCompleted();
    }

    private void end() {
        List<FollowerFetch> parked;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            parked = new ArrayList<>(open.values());
            open.clear();
            held.clear();
            answers.clear();
        }
        parked.forEach(FollowerFetch::cancel);
    }
}
