// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/** Something to do with one partition on the thread of its shard. */
@FunctionalInterface
public interface HostInput {
    /** Does it. */
    void apply(PartitionHost host, long nowMs);
}
