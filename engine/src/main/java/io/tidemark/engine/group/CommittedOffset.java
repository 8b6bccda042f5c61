// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

/**
 * How far a group has read a partition.
 *
 * @param offset offset of the next record to read
 * @param leaderEpoch leader epoch of the last record read; -1 when not known
 * @param metadata as it was committed
 * @param commitTimestampMs when, milliseconds since 1970-01-01 UTC
 */
public record CommittedOffset(long offset, int leaderEpoch, String metadata, long commitTimestampMs) {}
