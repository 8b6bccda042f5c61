// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

/**
 * Where a leader epoch begins in a log.
 *
 * @param leaderEpoch the epoch, from 0
 * @param startOffset offset of its first record, or the log end when it has none yet
 */
public record EpochStart(int leaderEpoch, long startOffset) {}
