// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * A broker in one life.
 *
 * @param brokerId broker id
 * @param brokerEpoch broker epoch
 */
public record ReplicaLife(int brokerId, long brokerEpoch) {}
