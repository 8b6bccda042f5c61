// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

/** Faults that tell of the same thing, in the order in which they are shown. */
enum FaultKind {
    KILL_OF_LEADER("kill of the leader"),
    KILL_OF_CONTROLLER("kill of the controller"),
    KILL_OF_COORDINATOR("kill of the group coordinator"),
    OTHER_KILLS("other kills"),
    FREEZE("freeze over a lease"),
    SHORT_FREEZE("freeze within a lease"),
    CUT("cut links"),
    POWER_CUT("power cut"),
    OTHERS("others");

    private final String words;

    FaultKind(String words) {
        this.words = words;
    }

    /** The kind of a nemesis by its name. */
    static FaultKind of(String nemesis) {
        return switch (nemesis) {
            case "kill-leader" -> KILL_OF_LEADER;
            case "kill-controller" -> KILL_OF_CONTROLLER;
            case "kill-coordinator" -> KILL_OF_COORDINATOR;
            default -> ofFamily(nemesis);
        };
    }

    private static FaultKind ofFamily(String nemesis) {
        if (nemesis.startsWith("kill-")) {
            return OTHER_KILLS;
        } else if (nemesis.startsWith("freeze-")) {
            return nemesis.endsWith("-half-lease") ? SHORT_FREEZE : FREEZE;
        } else if (nemesis.startsWith("partition-")) {
            return CUT;
        }
        return nemesis.startsWith("power-cut") || nemesis.startsWith("outage") ? POWER_CUT : OTHERS;
    }

    @Override
    public String toString() {
        return words;
    }
}
