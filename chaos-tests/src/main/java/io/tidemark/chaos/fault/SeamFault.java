// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.seam.SeamSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A wrong clock, a slow disk or a failing one on one node, through the seams that an agent puts into it. */
final class SeamFault implements Nemesis {
    private static final Duration HOLD = Duration.ofSeconds(5);

    private final String name;
    private final Role role;
    private final SeamSettings settings;

    SeamFault(String name, Role role, SeamSettings settings) {
        this.name = name;
        this.role = role;
        this.settings = settings;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean suits(Battlefield field) {
        return field.cluster().setup().hasSeams();
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        List<Integer> targets = role.pick(field);
        long before = seen(field, targets);
        for (int nodeId : targets) {
            field.cluster().setSeams(nodeId, settings);
        }
        return new Seamed(field, targets, settings, before);
    }

    private static long seen(Battlefield field, List<Integer> targets, SeamSettings settings) throws IOException {
        long seen = 0;
        for (int nodeId : targets) {
            seen += field.cluster().seamsSeen(nodeId, settings);
        }
        return seen;
    }

    private long seen(Battlefield field, List<Integer> targets) throws IOException {
        return seen(field, targets, settings);
    }

    @Override
    public Duration hold() {
        return HOLD;
    }

    private record Seamed(Battlefield field, List<Integer> nodeIds, SeamSettings settings, long before)
            implements Injury {
        @Override
        public String targets() {
            return "nodes " + nodeIds + ": " + settings;
        }

        @Override
        public String evidence() throws IOException {
            long times = seen(field, nodeIds, settings) - before;
            return times > 0 ? "met " + times + " times" : "";
        }

        @Override
        public void heal() throws IOException {
            for (int nodeId : nodeIds) {
                field.cluster().setSeams(nodeId, SeamSettings.NONE);
            }
            if (settings.isLogFailing()) {
                // A log that failed takes no more changes: the operator mends the disk and starts the node anew.
                field.cluster().kill(nodeIds);
                nodeIds.forEach(field.cluster()::start);
            }
        }
    }
}
