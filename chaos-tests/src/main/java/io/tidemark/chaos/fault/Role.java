// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.util.List;

/** Whom a nemesis picks. */
enum Role {
    HOT_LEADER("leader"),
    CONTROLLER("controller"),
    COORDINATOR("coordinator"),
    FOLLOWER("follower"),
    ANY("any"),
    MAJORITY("majority"),
    ALL("all");

    private final String word;

    Role(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    List<Integer> pick(Battlefield field) {
        return switch (this) {
            case HOT_LEADER -> List.of(field.hotLeader());
            case CONTROLLER -> List.of(field.controller());
            case COORDINATOR -> List.of(field.coordinator());
            case FOLLOWER -> List.of(field.plainFollower());
            case ANY -> List.of(field.anyNode());
            case MAJORITY -> field.others(field.minority().get(0));
            case ALL -> field.cluster().nodeIds();
        };
    }
}
