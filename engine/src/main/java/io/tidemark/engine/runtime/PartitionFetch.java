// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.Effect;
import io.tidemark.metadata.image.PartitionKey;

/**
 * One partition's fetch from its leader.
 *
 * @param key the partition
 * @param fetch what is wanted and what is acknowledged by it
 */
public record PartitionFetch(PartitionKey key, Effect.SendFetch fetch) {}
