// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** An idempotent producer: repeats what was not answered with success, bumps its epoch when the leader forgot it. */
final class ModelProducer {
    private static final long PER_PRODUCER = 1_000_000_000;
    private static final long PER_EPOCH = 100_000;

    private final int producerId;
    private final Map<Long, Long> contentOfToken = new TreeMap<>();
    private int producerEpoch;
    private int nextSequence;

    ModelProducer(int producerId) {
        this.producerId = producerId;
    }

    /** The next batch; with {@code isAhead} the one after it, as if the next one were in flight. */
    ByteBuffer send(long token, boolean isAhead) {
        int sequence = isAhead ? nextSequence + 1 : nextSequence;
        contentOfToken.put(token, producerId * PER_PRODUCER + producerEpoch * PER_EPOCH + sequence);
        return Batches.ofProducer(1, producerId, producerEpoch, sequence);
    }

    long contentOf(long token) {
        return contentOfToken.getOrDefault(token, -1L);
    }

    void onDone(long token) {
        long content = contentOf(token);
        if (content >= 0 && epochOf(content) == epochOf(contentNow())) {
            nextSequence = Math.max(nextSequence, (int) (content % PER_EPOCH) + 1);
        }
    }

    void onRejected(long token, ReplicaError error) {
        long content = contentOf(token);
        boolean isForgotten = error == ReplicaError.UNKNOWN_PRODUCER_ID || error == ReplicaError.OUT_OF_ORDER_SEQUENCE;
        boolean isNext = content == contentNow();
        if (isNext && isForgotten) {
            producerEpoch++;
            nextSequence = 0;
        } else if (isNext && error == ReplicaError.DUPLICATE_SEQUENCE) {
            onDone(token);
        }
    }

    private long contentNow() {
        return producerId * PER_PRODUCER + producerEpoch * PER_EPOCH + nextSequence;
    }

    static boolean isSequenced(long content) {
        return content >= PER_PRODUCER;
    }

    /** One number per producer and epoch. */
    static long epochOf(long content) {
        return content / PER_EPOCH;
    }
}
