// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

/**
 * Times of a broker's life.
 *
 * @param heartbeatMs time between heartbeats, milliseconds
 * @param registerRetryMs time between attempts to register, milliseconds
 * @param duplicateLimitMs time for which another process under this id may hold up the start, milliseconds
 * @param leaveLimitMs longest controlled shutdown, milliseconds
 * @param leaveSilenceMs time without an answer after which a controlled shutdown is given up, milliseconds
 */
public record LifecycleTimes(
        long heartbeatMs, long registerRetryMs, long duplicateLimitMs, long leaveLimitMs, long leaveSilenceMs) {}
