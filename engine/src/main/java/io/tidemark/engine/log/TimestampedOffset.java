// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

/**
 * A record found by time.
 *
 * @param timestampMs its timestamp, milliseconds since 1970-01-01 UTC
 * @param offset its offset
 */
public record TimestampedOffset(long timestampMs, long offset) {}
