// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** SIGSTOP and, after a multiple of one of the cluster's timeouts, SIGCONT. */
final class Freeze implements Nemesis {
    private final Role role;
    private final String word;
    private final Duration hold;

    Freeze(Role role, String word, Duration hold) {
        this.role = role;
        this.word = word;
        this.hold = hold;
    }

    @Override
    public String name() {
        return "freeze-" + role.word() + "-" + word;
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) {
        List<Integer> targets = role.pick(field);
        targets.forEach(field.cluster()::freeze);
        return new Frozen(field, targets);
    }

    @Override
    public Duration hold() {
        return hold;
    }

    /** Nodes that stand still until healed. */
    record Frozen(Battlefield field, List<Integer> nodeIds) implements Injury {
        @Override
        public String targets() {
            return "nodes " + nodeIds;
        }

        @Override
        public String evidence() throws IOException {
            for (int nodeId : nodeIds) {
                if (!field.cluster().processState(nodeId).equals("T")) {
                    return "";
                }
            }
            return "processes of nodes " + nodeIds + " are in state T";
        }

        @Override
        public void heal() {
            field.cluster().thaw(nodeIds);
        }
    }
}
