// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.IOException;

/**
 * One way to do a thing, measured beside others.
 *
 * @param name for people
 * @param once does it once
 * @param checks whether it computes the checksum of the batch on its way
 * @param before done untimed before each turn
 * @param limit how often it can be done in one turn
 */
record Contender(String name, Task once, boolean checks, Task before, long limit) {
    /** Something that is measured. */
    @FunctionalInterface
    interface Task {
        /** Does it. */
        void run() throws IOException;
    }

    Contender(String name, Task once) {
        this(name, once, false, () -> {}, Long.MAX_VALUE);
    }

    /** The same, known to compute the batch's checksum. */
    Contender checking() {
        return new Contender(name, once, true, before, limit);
    }

    /** The same with something done untimed before each turn, which then lasts for so many operations at most. */
    Contender prepared(Task first, long operations) {
        return new Contender(name, once, checks, first, operations);
    }
}
