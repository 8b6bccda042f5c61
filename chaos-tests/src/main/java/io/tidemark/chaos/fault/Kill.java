// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.time.Duration;
import java.util.List;

/** {@code kill -9} of nodes by their role; started again later. */
final class Kill implements Nemesis {
    private static final Duration HOLD = Duration.ofSeconds(3);

    private final Role role;

    Kill(Role role) {
        this.role = role;
    }

    @Override
    public String name() {
        return "kill-" + role.word();
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) {
        List<Integer> targets = role.pick(field);
        field.cluster().kill(targets);
        return new Dead(field, targets);
    }

    @Override
    public Duration hold() {
        return role == Role.ALL || role == Role.MAJORITY ? Duration.ofSeconds(1) : HOLD;
    }

    /** Nodes that are dead until healed. */
    record Dead(Battlefield field, List<Integer> nodeIds) implements Injury {
        @Override
        public String targets() {
            return "nodes " + nodeIds;
        }

        @Override
        public String evidence() {
            boolean areGone = nodeIds.stream().noneMatch(field.cluster()::isAlive);
            return areGone ? "processes of nodes " + nodeIds + " are gone" : "";
        }

        @Override
        public void heal() {
            field.cluster().startMissing();
        }
    }
}
