// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

/**
 * Where and how safely a batch was written.
 *
 * @param baseOffset offset of its first record; -1 when not known
 * @param replicaCount replicas known to hold it
 * @param isFlushed whether each of those flushed it
 */
record WrittenAt(long baseOffset, int replicaCount, boolean isFlushed) {
    static final WrittenAt SOMEWHERE = new WrittenAt(-1, 0, false);
}
