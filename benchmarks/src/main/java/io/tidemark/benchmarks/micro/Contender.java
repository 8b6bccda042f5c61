// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.IOException;

/**
 * One way to do a thing, measured beside others.
 *
 * @param name for people
 * @param once does it once
 */
record Contender(String name, Task once) {
    /** Something that is measured. */
    @FunctionalInterface
    interface Task {
        /** Does it. */
        void run() throws IOException;
    }
}
