// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

/**
 * Where a record was written.
 *
 * @param topic topic name
 * @param partition partition number
 * @param offset offset; -1 when not known (acks=0, or a repetition below the broker's window)
 * @param timestampMs the record's timestamp, milliseconds since 1970-01-01 UTC
 * @param replicaCount replicas known to hold it, the leader included
 * @param flushed whether each of those flushed it
 */
public record RecordMetadata(
        String topic, int partition, long offset, long timestampMs, int replicaCount, boolean flushed) {}
