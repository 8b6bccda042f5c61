// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

/**
 * What a log keeps.
 *
 * @param retentionBytes bytes to keep at least; -1 for no bound
 * @param retentionMs age of the newest record of a segment at which it may go, milliseconds; -1 for no bound
 */
public record RetentionPolicy(long retentionBytes, long retentionMs) {}
