// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Who comes when within a round. Another order in each, so that what a turn leaves behind (dirty pages, freed memory, cold
 * caches) falls on all others alike; the same ones in every run, so that runs can be compared.
 */
final class TurnOrder {
    private final int contenders;
    private final Random random;

    TurnOrder(int contenders, long seed) {
        this.contenders = contenders;
        this.random = new Random(seed);
    }

    /** Indexes of all contenders in the order of the next round. */
    List<Integer> next() {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < contenders; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        return order;
    }
}
