// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import io.tidemark.metadata.image.PartitionKey;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Gives members as equal a number of partitions as their subscriptions allow, and takes away only what that needs. Among
 * equals it prefers a member in the rack of a replica.
 */
final class UniformAssignor implements Assignor {
    @Override
    public String name() {
        return "uniform";
    }

    @Override
    public SortedMap<String, SortedSet<PartitionKey>> assign(
            SortedMap<String, Subscriber> members, GroupTopics topics) {
        UniformShares shares = new UniformShares(members, topics);
        shares.keepPrevious();
        shares.giveNear();
        shares.giveRest();
        shares.level();
        return shares.result();
    }
}
