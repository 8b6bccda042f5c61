// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/**
 * What a topic gets that says nothing itself, as this node is configured.
 *
 * @param segmentBytes size at which a segment is closed, bytes
 * @param segmentMs age at which a segment is closed, milliseconds
 * @param retentionMs age at which a segment may go, milliseconds; -1 for no bound
 * @param retentionBytes bytes to keep at least; -1 for no bound
 * @param maxMessageBytes largest batch, bytes
 */
public record TopicDefaults(
        long segmentBytes, long segmentMs, long retentionMs, long retentionBytes, int maxMessageBytes) {}
