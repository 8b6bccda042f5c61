// SPDX-License-Identifier: Apache-2.0
/**
 * A whole cluster in one thread, driven by one seed. Production shards, hosts, replicas, broker lives, controller decisions
 * and producer retries run over simulated ports: network, disks, metadata log, clocks, threads.
 *
 * <p>{@code Simulation} = a {@code World} (virtual time, trace) + {@code FaultPlan} (what goes wrong, as data, so that it can
 * be cut down) + brokers, voters, clients + {@code Invariant}s over an {@code Oracle} that knows what was ever committed.
 */
@NullMarked
package io.tidemark.chaos.simulation;

import org.jspecify.annotations.NullMarked;
