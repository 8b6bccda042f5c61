// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import com.google.protobuf.ByteString;

/**
 * The next attempt to write a batch.
 *
 * @param batchId the batch
 * @param attemptId names this attempt in its answer
 * @param identity producer id, epoch and sequence to stamp
 * @param topicId topic id, 16 bytes
 * @param leaderEpoch leader epoch that the attempt is for: no other leader may take it
 */
record SendBatch(long batchId, long attemptId, BatchIdentity identity, ByteString topicId, int leaderEpoch) {}
