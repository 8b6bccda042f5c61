// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import com.google.protobuf.ByteString;

/**
 * Where a partition's batches go.
 *
 * @param topicId topic id, 16 bytes; empty when not known
 * @param leaderEpoch leader epoch; -1 when not known
 * @param streamId the stream to the leader; -1 when none is ready
 */
record ProducerRoute(ByteString topicId, int leaderEpoch, long streamId) {
    static final ProducerRoute NONE = new ProducerRoute(ByteString.EMPTY, -1, -1);

    ProducerRoute withoutStream() {
        return new ProducerRoute(topicId, leaderEpoch, -1);
    }
}
