// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import org.jspecify.annotations.Nullable;

/** What the state machine is told by Ratis. Called on Ratis' threads, some with its locks held: only take note. */
interface RaftEvents {
    /** Another node leads, as far as known; -1 for none. */
    void onLeaderChanged(int nodeId);

    /** This node leads and has applied everything of earlier terms. */
    void onLeaderReady();

    /** This node does not lead any more; may come without a {@link #onLeaderReady} before. */
    void onNotLeader();

    /** A request with this call id is about to enter the log; without this it has not. */
    void onLogging(long callId);

    /** The state machine was closed, by this node's own will or under it. */
    void onClosed();

    /** The other voters told this one to shut down, because it is none of them; the state machine is closed by then. */
    void onToldToLeave();

    /** The node must not go on. */
    void onFatal(String reason, @Nullable Throwable cause);
}
