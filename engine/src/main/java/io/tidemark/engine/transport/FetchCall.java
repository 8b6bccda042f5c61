// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.ServerCallStreamObserver;
import io.tidemark.engine.runtime.PartitionShard;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.FetchRequest;
import io.tidemark.v1.FetchResponse;
import java.util.ArrayList;
import java.util.List;

/**
 * One consumer's fetch. First every partition is read as it is, one after the other, each with what is left of the bytes.
 * When that is too little, the partitions without data are asked again to answer when they have some; the first answer that
 * is enough, an error, or the end of the wait ends the call.
 */
final class FetchCall {
    private static final int DEFAULT_MAX_BYTES = 8 << 20;

    private final FetchRequest request;
    private final ServiceParts parts;
    private final ServerCallStreamObserver<FetchResponse> out;
    private final List<PartitionRead> reads = new ArrayList<>();
    private final int minBytes;
    private final long startNs = System.nanoTime();
    private int leftBytes;
    private int next;
    private boolean parked;
    private int waiting;
    private boolean ended;

    FetchCall(
            FetchRequest request,
            ServiceParts parts,
            TopicResolver topics,
            ServerCallStreamObserver<FetchResponse> out) {
        this.request = request;
        this.parts = parts;
        this.out = out;
        this.minBytes = Math.max(1, request.getMinBytes());
        this.leftBytes = request.getMaxBytes() == 0 ? DEFAULT_MAX_BYTES : request.getMaxBytes();
        List<Integer> near = topics.brokersIn(request.getRack());
        request.getPartitionsList()
                .forEach(wanted -> reads.add(new PartitionRead(wanted, near, topics, this::answered)));
    }

    synchronized void start() {
        out.setOnCancelHandler(this::cancelled);
        readNext();
    }

    private void readNext() {
        while (next < reads.size()) {
            PartitionRead read = reads.get(next++);
            if (read.isOpen() && submit(read, 0)) {
                return;
            }
        }
        if (request.getMaxWaitMs() == 0 || isEnough()) {
            finish();
        } else {
            park();
        }
    }

    private void park() {
        parked = true;
        for (PartitionRead read : reads) {
            if (read.sizeBytes() == 0 && !read.isFinal()) {
                read.reopen();
                waiting += submit(read, request.getMaxWaitMs()) ? 1 : 0;
            }
        }
        if (waiting == 0) {
            finish();
        }
    }

    /** False when the partition's queue was full: the read has its answer. */
    private boolean submit(PartitionRead read, int waitMs) {
        PartitionKey key = read.key();
        if (key == null) {
            return false;
        }
        int wantedBytes = waitMs == 0 ? 1 : Math.max(1, minBytes - readBytes());
        int boundBytes = Math.min(leftBytes, read.maxBytes());
        PartitionShard shard = parts.directory().shardFor(key);
        boolean accepted = shard.submit(
                key,
                read,
                (host, nowMs) ->
                        host.fetch(read, token -> read.toInput(token, boundBytes, wantedBytes, nowMs + waitMs), nowMs));
        if (!accepted) {
            parts.metrics().requestOverloaded();
            read.overloaded();
        }
        return accepted;
    }

    private synchronized void answered(PartitionRead read) {
        if (ended) {
            return;
        }
        leftBytes -= read.sizeBytes();
        if (!parked) {
            readNext();
            return;
        }
        waiting--;
        if (waiting == 0 || isEnough()) {
            finish();
        }
    }

    private boolean isEnough() {
        return readBytes() >= minBytes || reads.stream().anyMatch(PartitionRead::isFinal);
    }

    private int readBytes() {
        return reads.stream().mapToInt(PartitionRead::sizeBytes).sum();
    }

    private synchronized void cancelled() {
        if (!ended) {
            ended = true;
            forgetOpen();
        }
    }

    private void finish() {
        ended = true;
        forgetOpen();
        if (request.getDecodeRecords()) {
            // Decompression has no place on a shard's thread.
            parts.decoding().execute(this::respondDecoded);
        } else {
            respond();
        }
    }

    private void respondDecoded() {
        try {
            respond();
        } catch (RuntimeException undecodable) {
            // Without an answer the client would wait for its deadline.
            out.onError(Faults.internal("the records cannot be decoded: " + undecodable.getMessage()));
        }
    }

    private void forgetOpen() {
        for (PartitionRead read : reads) {
            PartitionKey key = read.key();
            if (key != null && read.isOpen()) {
                parts.directory().shardFor(key).deliver(key, (host, nowMs) -> host.cancel(read));
            }
        }
    }

    private void respond() {
        FetchResponse.Builder response = FetchResponse.newBuilder();
        reads.forEach(read -> response.addPartitions(read.toWire(request.getDecodeRecords())));
        parts.metrics().fetchAnswered(readBytes(), System.nanoTime() - startNs);
        out.onNext(response.build());
        out.onCompleted();
    }
}
