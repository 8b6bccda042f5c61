// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether replicas lie in as many racks as they could, and which moves would see to it: of each partition that does not, as
 * few replicas as possible go, each to a rack that has none, there to the broker with the fewest that is not drained. Pure;
 * any thread.
 */
public final class RackSpread {
    private final ReplicaPlan plan;
    private final int rackCount;

    private RackSpread(ClusterImage image) {
        this.plan = new ReplicaPlan(image, BrokerImage::takesLeaders);
        this.rackCount = (int) image.brokers().values().stream()
                .filter(BrokerImage::isEligible)
                .map(BrokerImage::rack)
                .distinct()
                .count();
    }

    /** Partitions whose replicas, once their moves have ended, lie in fewer racks than they could. */
    public static List<PartitionKey> broken(ClusterImage image) {
        RackSpread spread = new RackSpread(image);
        List<PartitionKey> broken = new ArrayList<>();
        spread.plan.forEach((key, replicas) -> {
            if (spread.isBroken(replicas)) {
                broken.add(key);
            }
        });
        return broken;
    }

    /** Moves that give every such partition its racks, as far as live brokers allow, with the least data moved. */
    public static List<ReplicaChange> plan(ClusterImage image) {
        RackSpread spread = new RackSpread(image);
        List<ReplicaChange> plan = new ArrayList<>();
        spread.plan.forEach((key, replicas) -> {
            List<Integer> repaired = spread.repaired(replicas);
            if (!repaired.equals(replicas)) {
                plan.add(new ReplicaChange(key, repaired));
            }
        });
        return plan;
    }

    private boolean isBroken(List<Integer> replicas) {
        return racks(replicas).size() < Math.min(replicas.size(), rackCount);
    }

    private Set<String> racks(List<Integer> replicas) {
        TreeSet<String> racks = new TreeSet<>();
        replicas.forEach(id -> racks.add(plan.rack(id)));
        return racks;
    }

    private List<Integer> repaired(List<Integer> replicas) {
        List<Integer> repaired = new ArrayList<>(replicas);
        while (isBroken(repaired)) {
            int leaves = lastThatSharesItsRack(repaired);
            Set<String> taken = racks(repaired);
            Integer comes = plan.fewest(id -> !taken.contains(plan.rack(id)));
            if (leaves < 0 || comes == null) {
                break;
            }
            plan.move(repaired.get(leaves), comes);
            repaired.set(leaves, comes);
        }
        return repaired;
    }

    /** The preferred leader goes last. */
    private int lastThatSharesItsRack(List<Integer> replicas) {
        for (int place = replicas.size() - 1; place >= 0; place--) {
            String rack = plan.rack(replicas.get(place));
            if (replicas.stream().filter(id -> plan.rack(id).equals(rack)).count() > 1) {
                return place;
            }
        }
        return -1;
    }
}
