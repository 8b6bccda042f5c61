// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VmCountersTest {
    @Test
    void zonesAreSummedAndOnlyTheDifferenceIsTold() {
        VmCounters before = VmCounters.of(
                List.of("pgfault 10", "pgalloc_dma 1", "pgalloc_normal 2", "pgfaults_other 9", "pgfree 7"));
        VmCounters after = VmCounters.of(
                List.of("pgfault 15", "pgalloc_dma 2", "pgalloc_normal 42", "pgfaults_other 99", "pgfree 7"));

        assertThat(after.since(before)).isEqualTo("pgalloc 41, pgfault 5, pgfree 0");
    }

    @Test
    void aSystemWithoutThemIsSaidToHaveNone() {
        VmCounters none = VmCounters.of(List.of());

        assertThat(none.since(none)).isEqualTo("not readable");
    }
}
