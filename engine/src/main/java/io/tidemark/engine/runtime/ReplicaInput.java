// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.Effects;
import io.tidemark.engine.replication.PartitionReplica;

/** One input of the replication core. */
@FunctionalInterface
interface ReplicaInput {
    /** Hands it to the replica. */
    void apply(PartitionReplica replica, long nowMs, Effects out);
}
