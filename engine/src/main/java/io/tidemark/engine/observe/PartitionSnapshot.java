// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.observe;

import io.tidemark.engine.replication.ReplicaState;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A partition of this node at one moment.
 *
 * @param sizeBytes bytes of live batches
 * @param sinceWeakWriteMs milliseconds since a client last asked to write without acks=all; empty for never since the log
 *     was opened
 * @param offline why the partition is offline; null while it is not
 */
public record PartitionSnapshot(
        String topic,
        UUID topicId,
        int partition,
        ReplicaState state,
        long sizeBytes,
        OptionalLong sinceWeakWriteMs,
        @Nullable String offline) {}
