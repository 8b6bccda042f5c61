// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads everything once in each rack, where one node stands alone: so every replica in sync is read, not only leaders. A leader
 * sends such a reader on to the node in its rack and gives it nothing itself (KIP-392). That the reads come from there is
 * shown by what nodes count: while somebody reads in a rack, nobody else reading, its node gives more than all others.
 */
final class NearReads implements Runnable {
    private static final String RACK = "client.rack";

    private final ClientContext context;
    private final GivenBytes given;
    private final List<String> unproven = new ArrayList<>();

    NearReads(ClientContext context, GivenBytes given) {
        this.context = context;
        this.given = given;
    }

    @Override
    public void run() {
        for (int nodeId : inSync()) {
            Map<Integer, Long> before = given.byNode();
            new LastReader(context, context.plan().config().with(RACK, given.rack(nodeId))).run();
            note(nodeId, before, given.byNode());
        }
    }

    private Set<Integer> inSync() {
        Set<Integer> nodeIds = new TreeSet<>();
        LastMembers.of(context.plan().nodes(), List.of(context.plan().topic()))
                .forEach(membership -> nodeIds.addAll(membership.isr()));
        return nodeIds;
    }

    private void note(int nodeId, Map<Integer, Long> before, Map<Integer, Long> after) {
        long near = 0;
        long far = 0;
        for (Map.Entry<Integer, Long> entry : after.entrySet()) {
            long bytes = entry.getValue() - before.getOrDefault(entry.getKey(), 0L);
            if (entry.getKey() == nodeId) {
                near = bytes;
            } else {
                far += bytes;
            }
        }
        if (near <= far) {
            unproven.add("nothing shows that the last read beside node " + nodeId + " came from it: it gave " + near
                    + " bytes and others gave " + far);
        }
    }

    /** Nodes of which nothing shows that reads came from them; complete once it has ended. */
    List<String> unproven() {
        return List.copyOf(unproven);
    }
}
