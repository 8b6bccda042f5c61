// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.time.Duration;
import java.util.List;

/** Takes a node's vote in the metadata quorum away under load, and gives it back to its next life. */
final class VoterAway implements Nemesis {
    private final Role role;

    VoterAway(Role role) {
        this.role = role;
    }

    @Override
    public String name() {
        return "voter-away-" + role.word();
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) {
        int controller = field.controller();
        int voter =
                role == Role.CONTROLLER ? controller : field.others(controller).get(0);
        field.cluster().changes().removeVoter(voter);
        return new Away(field, voter);
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(4);
    }

    private record Away(Battlefield field, int voter) implements Injury {
        @Override
        public String targets() {
            return "vote of node " + voter;
        }

        @Override
        public String evidence() {
            List<Integer> voters = field.cluster().changes().voters();
            return voters.contains(voter) ? "" : "voters are " + voters;
        }

        @Override
        public void heal() {
            // A node that was taken out of the quorum takes part again only in another life.
            field.cluster().stop(List.of(voter));
            field.cluster().start(voter);
            field.cluster().changes().addVoter(field.cluster().plan(voter));
        }
    }
}
