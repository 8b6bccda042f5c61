// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TurnOrderTest {
    private static final int ROUNDS = 100;

    @Test
    void everyoneHasOneTurnInEachRound() {
        TurnOrder order = new TurnOrder(5, 1);

        for (int round = 0; round < ROUNDS; round++) {
            assertThat(order.next()).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        }
    }

    @Test
    void everyoneComesAfterEveryOther() {
        TurnOrder order = new TurnOrder(4, 1);
        Set<List<Integer>> neighbours = new HashSet<>();

        for (int round = 0; round < ROUNDS; round++) {
            List<Integer> turns = order.next();
            for (int i = 1; i < turns.size(); i++) {
                neighbours.add(List.of(turns.get(i - 1), turns.get(i)));
            }
        }

        assertThat(neighbours).hasSize(4 * 3);
    }

    @Test
    void theSameSeedGivesTheSameOrders() {
        TurnOrder one = new TurnOrder(6, 7);
        TurnOrder other = new TurnOrder(6, 7);

        for (int round = 0; round < ROUNDS; round++) {
            assertThat(one.next()).isEqualTo(other.next());
        }
    }
}
