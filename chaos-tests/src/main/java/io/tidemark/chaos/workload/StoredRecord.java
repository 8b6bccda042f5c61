// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

/**
 * A record as it lies in one replica's log.
 *
 * @param offset its offset
 * @param value its value
 * @param timestampMs its time, milliseconds since 1970-01-01 UTC
 */
public record StoredRecord(long offset, long value, long timestampMs) {}
