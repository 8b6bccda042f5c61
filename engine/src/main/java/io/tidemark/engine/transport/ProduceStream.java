// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.v1.ProduceResponse;
import io.tidemark.v1.ProduceStreamRequest;
import io.tidemark.v1.ProduceStreamResponse;

/**
 * One client's stream of writes. Takes the next message only while the unanswered bytes of the stream are within its
 * window, so that a client that is faster than its replicas fills its own send window and nothing else. Answers come from
 * shards' threads and are written one at a time.
 */
final class ProduceStream implements StreamObserver<ProduceStreamRequest> {
    static final long WINDOW_BYTES = 16L << 20;

    private final ProduceService service;
    private final ServerCallStreamObserver<ProduceStreamResponse> out;
    private long unansweredBytes;
    private int unanswered;
    private boolean paused;
    private boolean halfClosed;
    private boolean ended;

    ProduceStream(ProduceService service, ServerCallStreamObserver<ProduceStreamResponse> out) {
        this.service = service;
        this.out = out;
    }

    ProduceStream start() {
        out.disableAutoRequest();
        out.setOnCancelHandler(this::end);
        out.request(1);
        return this;
    }

    @Override
    public void onNext(ProduceStreamRequest message) {
        int sizeBytes = message.getSerializedSize();
        begin(sizeBytes);
        service.write(message.getProduce(), response -> answer(message.getSequence(), sizeBytes, response));
    }

    private synchronized void begin(int sizeBytes) {
        unanswered++;
        unansweredBytes += sizeBytes;
        if (unansweredBytes < WINDOW_BYTES) {
            out.request(1);
        } else {
            paused = true;
        }
    }

    private synchronized void answer(long sequence, int sizeBytes, ProduceResponse response) {
        unanswered--;
        unansweredBytes -= sizeBytes;
        if (ended) {
            return;
        }
        out.onNext(ProduceStreamResponse.newBuilder()
                .setSequence(sequence)
                .setProduce(response)
                .build());
        if (paused && unansweredBytes < WINDOW_BYTES) {
            paused = false;
            out.request(1);
        }
        completeWhenDone();
    }

    @Override
    public synchronized void onCompleted() {
        halfClosed = true;
        completeWhenDone();
    }

    private void completeWhenDone() {
        if (halfClosed && unanswered == 0 && !ended) {
            ended = true;
            out.onCompleted();
        }
    }

    @Override
    public void onError(Throwable failure) {
        end();
    }

    private synchronized void end() {
        ended = true;
    }
}
