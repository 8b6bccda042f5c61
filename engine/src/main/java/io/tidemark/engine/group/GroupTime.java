// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

/**
 * Now.
 *
 * @param nowMs of a clock that never goes back, milliseconds
 * @param wallMs since 1970-01-01 UTC, milliseconds
 */
public record GroupTime(long nowMs, long wallMs) {}
