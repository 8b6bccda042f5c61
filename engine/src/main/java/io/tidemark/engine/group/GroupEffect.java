// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import java.util.List;

/** What a coordinator wants done, in order. */
public sealed interface GroupEffect {
    /**
     * Append these in one batch with acks=all, in this leader epoch only; answered by {@link GroupCoordinator#onAppended} or
     * {@link GroupCoordinator#onAppendFailed}.
     */
    record Append(List<GroupRecord> records) implements GroupEffect {}

    /** Make sure that this broker leads the partition now; answered by {@link GroupCoordinator#onConfirmed}. */
    record Confirm(long token) implements GroupEffect {}

    /** Give the answer. */
    record Answer(long token, GroupReply reply) implements GroupEffect {}

    /** Read the state anew; answered by {@link GroupCoordinator#onLoaded}. */
    record Load() implements GroupEffect {}

    /** Say it in the node's log. */
    record Announce(String line) implements GroupEffect {}
}
