// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SeamFaultTest {
    @Test
    void isProvenOnlyWhenEveryNodeMetItsSeam() {
        assertThat(SeamFault.metByEach(Map.of(1, 5L, 2, 0L), Map.of(1, 8L, 2, 1L)))
                .contains("1=3", "2=1");
        assertThat(SeamFault.metByEach(Map.of(1, 5L, 2, 0L), Map.of(1, 800L, 2, 0L)))
                .isEmpty();
        assertThat(SeamFault.metByEach(Map.of(1, 5L), Map.of())).isEmpty();
    }

    @Test
    void countsAnewInANodesNextLife() {
        assertThat(SeamFault.metByEach(Map.of(1, 100L), Map.of(1, 7L))).contains("1=7");
    }
}
