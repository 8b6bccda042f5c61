// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.client;

import io.tidemark.v1.ErrorCode;

/**
 * The controller's answer to a heartbeat.
 *
 * @param error outcome: success, {@code STALE_BROKER_EPOCH} or {@code BROKER_NOT_REGISTERED}
 * @param fenced true while the broker is fenced
 * @param mayShutDown true when a broker that wants to leave may stop
 * @param leaseMs length of the lease in milliseconds, counted from when the heartbeat was sent
 * @param metadataIndex metadata index that the controller had applied: the lease says nothing of partitions that were given
 *     to others by then, so it counts only once the broker's image is there too
 */
public record HeartbeatAnswer(ErrorCode error, boolean fenced, boolean mayShutDown, int leaseMs, long metadataIndex) {}
