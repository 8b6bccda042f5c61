// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.Map;

/** Tells what nodes gave to consumers, and where they stand. */
public interface GivenBytes {
    /** Bytes of batches that consumers were given so far, by the id of the node that gave them; without nodes that are away. */
    Map<Integer, Long> byNode();

    /** The rack of a node, in which no other stands. */
    String rack(int nodeId);
}
