// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import java.util.SortedMap;
import java.util.TreeMap;

/** The assignors that brokers have. */
public final class Assignors {
    private static final Assignor UNIFORM = new UniformAssignor();
    private static final Assignor RANGE = new RangeAssignor();

    private Assignors() {}

    /** Whether there is one of this name; the empty name leaves the choice to the group. */
    public static boolean isKnown(String name) {
        return name.isEmpty() || name.equals(UNIFORM.name()) || name.equals(RANGE.name());
    }

    /** The one that most members ask for; uniform when none asks, or as many for each. */
    static Assignor chosenBy(Group group) {
        SortedMap<String, Integer> votes = new TreeMap<>();
        group.members().values().forEach(member -> votes.merge(member.assignor(), 1, Integer::sum));
        return votes.getOrDefault(RANGE.name(), 0) > votes.getOrDefault(UNIFORM.name(), 0) ? RANGE : UNIFORM;
    }
}
