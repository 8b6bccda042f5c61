// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.io.IOException;

/** Does a run again when it proves nothing, as happens on a machine that has other things to do. */
final class Attempts {
    private static final int MOST = 3;

    private Attempts() {}

    /** One more attempt at a run, in a folder of its own. */
    interface Attempt {
        /** Does it. */
        RunResult run() throws IOException, InterruptedException;
    }

    /** The first result that says something of the product; else the last one. */
    static RunResult of(Attempt attempt) throws IOException, InterruptedException {
        RunResult result = attempt.run();
        for (int done = 1; done < MOST && !result.isConclusive(); done++) {
            result = attempt.run();
        }
        return result;
    }
}
