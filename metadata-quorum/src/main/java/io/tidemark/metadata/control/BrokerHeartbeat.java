// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;

/**
 * A broker's sign of life as the controller sees it.
 *
 * @param broker the broker in its life
 * @param appliedIndex metadata index that it has applied
 * @param wantUnfence true when it asks to be unfenced
 * @param wantShutdown true when it wants to leave in good order
 */
public record BrokerHeartbeat(BrokerLife broker, long appliedIndex, boolean wantUnfence, boolean wantShutdown) {}
