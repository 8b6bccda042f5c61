// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.observe;

import io.tidemark.engine.replication.ReplicaState;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A partition of this node at one moment.
 *
 * @param sizeBytes bytes of live batches
 * @param sinceWeakWriteMs milliseconds since a client last asked to write without acks=all; {@link #NEVER} since its log was
 *     opened
 * @param offline why the partition is offline; null while it is not
 */
public record PartitionSnapshot(
        String topic,
        UUID topicId,
        int partition,
        ReplicaState state,
        long sizeBytes,
        long sinceWeakWriteMs,
        @Nullable String offline) {
    /** It did not happen. */
    public static final long NEVER = -1;
}
