// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import org.jspecify.annotations.Nullable;

/**
 * Who leads a partition, as far as this client knows.
 *
 * @param brokerId broker id; -1 when there is no leader
 * @param leaderEpoch leader epoch
 * @param address where the leader listens; null when there is no leader or its address is not known
 */
public record LeaderView(
        int brokerId, int leaderEpoch, @Nullable NodeAddress address) {}
