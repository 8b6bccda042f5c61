// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.seam.SeamSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        Map<Integer, Long> before = new TreeMap<>();
        for (int nodeId : targets) {
            before.put(nodeId, field.cluster().seamsSeen(nodeId, settings));
            field.cluster().setSeams(nodeId, settings);
        }
        return new Seamed(field, before, settings);
    }

    /** How often each node met its seam between two counts; empty when one of them did not. */
    static String metByEach(Map<Integer, Long> before, Map<Integer, Long> now) {
        Map<Integer, Long> times = new TreeMap<>();
        before.forEach((nodeId, count) -> {
            long seen = now.getOrDefault(nodeId, 0L);
            // A node that was started anew meanwhile counts from the beginning.
            times.put(nodeId, seen < count ? seen : seen - count);
        });
        return times.containsValue(0L) ? "" : "met by each, times: " + times;
    }

    @Override
    public Duration hold() {
        return HOLD;
    }

    /** Settings of some nodes, with how often each had met them before. */
    private record Seamed(Battlefield field, Map<Integer, Long> before, SeamSettings settings) implements Injury {
        @Override
        public String targets() {
            return "nodes " + before.keySet() + ": " + settings;
        }

        @Override
        public String evidence() throws IOException {
            Map<Integer, Long> now = new TreeMap<>();
            for (int nodeId : before.keySet()) {
                now.put(nodeId, field.cluster().seamsSeen(nodeId, settings));
            }
            return metByEach(before, now);
        }

        @Override
        public void heal() throws IOException {
            for (int nodeId : before.keySet()) {
                field.cluster().setSeams(nodeId, SeamSettings.NONE);
            }
            if (settings.isLogFailing()) {
                // A log that failed takes no more changes: the operator mends the disk and starts the node anew.
                field.cluster().kill(before.keySet());
                before.keySet().forEach(field.cluster()::start);
            }
        }
    }
}
