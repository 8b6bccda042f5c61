// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.ReplicaChange;
import io.tidemark.metadata.image.ClusterImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which moves would take every replica off some brokers. Each goes to a live broker that is not drained and has none of the
 * partition: to a rack that has none if there is one, there to the broker with the fewest. A replica for which there is no
 * such broker stays. Pure; any thread.
 */
public final class Evacuation {
    private final ReplicaPlan plan;
    private final Set<Integer> leaving;

    private Evacuation(ClusterImage image, Set<Integer> leaving) {
        this.plan = new ReplicaPlan(image, broker -> broker.takesLeaders() && !leaving.contains(broker.brokerId()));
        this.leaving = leaving;
    }

    /** Moves that take as many replicas as possible off the brokers. */
    public static List<ReplicaChange> plan(ClusterImage image, List<Integer> brokerIds) {
        Evacuation evacuation = new Evacuation(image, new TreeSet<>(brokerIds));
        List<ReplicaChange> changes = new ArrayList<>();
        evacuation.plan.forEach((key, replicas) -> {
            List<Integer> moved = evacuation.moved(replicas);
            if (!moved.equals(replicas)) {
                changes.add(new ReplicaChange(key, moved));
            }
        });
        return changes;
    }

    private List<Integer> moved(List<Integer> replicas) {
        List<Integer> moved = new ArrayList<>(replicas);
        for (int place = 0; place < moved.size(); place++) {
            Integer comes = leaving.contains(moved.get(place)) ? successor(moved, place) : null;
            if (comes != null) {
                plan.move(moved.get(place), comes);
                moved.set(place, comes);
            }
        }
        return moved;
    }

    private @Nullable Integer successor(List<Integer> replicas, int place) {
        Set<String> taken = new TreeSet<>();
        for (int other = 0; other < replicas.size(); other++) {
            if (other != place) {
                taken.add(plan.rack(replicas.get(other)));
            }
        }
        return plan.fewest(id -> !replicas.contains(id), id -> !taken.contains(plan.rack(id)));
    }
}
