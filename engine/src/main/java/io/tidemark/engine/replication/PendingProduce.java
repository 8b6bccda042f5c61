// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * A write that waits for the log or for replicas.
 *
 * @param baseOffset offset to answer; -1 for a duplicate older than what is remembered
 * @param endOffset offset that must be reached
 * @param duplicate whether another request appended the batch
 */
record PendingProduce(long replyToken, long baseOffset, long endOffset, long deadlineMs, boolean duplicate) {}
