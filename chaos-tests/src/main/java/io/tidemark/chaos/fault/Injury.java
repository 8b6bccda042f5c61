// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;

/** Harm that was done and can be undone. */
public interface Injury {
    /** What it was done to. */
    String targets();

    /** What shows that it took effect; empty while nothing does. */
    String evidence() throws IOException;

    /** Undoes it. */
    void heal() throws IOException;

    /** Number of disks that may have lost what was not forced to them. */
    default int lostDisks() {
        return 0;
    }
}
