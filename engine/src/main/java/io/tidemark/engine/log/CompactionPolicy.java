// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

/**
 * How a log is compacted: of records with the same key the last stays.
 *
 * @param deleteRetentionMs how long a deletion, a record without value, stays once everything it deletes is gone,
 *     milliseconds
 * @param minDirtyShare share of the bytes that must be new before it is worth the work, 0 to 1
 * @param memoryBytes bound on the memory for keys; what does not fit is left for the next time
 * @param bytesPerSecond bound on reading and writing
 */
public record CompactionPolicy(long deleteRetentionMs, double minDirtyShare, int memoryBytes, long bytesPerSecond) {}
