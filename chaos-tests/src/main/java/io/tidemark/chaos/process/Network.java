// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What nodes and clients reach each other through, and what can be done to it. Not thread-safe. */
public interface Network extends AutoCloseable {
    /** Gives nodes their addresses; once. */
    List<NodePlan> plan(Path directory, int nodeCount) throws IOException;

    /** Words before a node's command that place it in the network. */
    List<String> prefix(int nodeId);

    /** Tells which process a node is now. */
    void placed(int nodeId, long pid);

    /** From now on what is sent this way vanishes without a word. */
    void cut(Link link) throws IOException;

    /** Undoes one cut. */
    void mend(Link link) throws IOException;

    /** Whether {@link #slow} is possible. */
    boolean canSlow();

    /** From now on what is sent this way takes longer. */
    void slow(Link link, int delayMs) throws IOException;

    /**
     * Whether a link, in its own direction, was seen to be cut since {@link #cut}: bytes that were sent over it are held, or
     * the kernel sends packets of its kind nowhere and a connection between the two does not come about.
     */
    boolean isSeenCut(Link link) throws IOException;

    /** Whether nobody sent anything over a link since {@link #cut}, so that nothing is known of it. */
    boolean isIdle(Link link);

    /** Undoes every cut and delay. */
    void heal() throws IOException;

    @Override
    void close() throws IOException;
}
