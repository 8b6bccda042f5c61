// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NemesesTest {
    @Test
    void haveNamesOfTheirOwn() {
        assertThat(Nemeses.all().stream().map(Nemesis::name)).doesNotHaveDuplicates();
    }

    @Test
    void areFoundByTheBeginningOfTheirNames() {
        assertThat(Nemeses.named(List.of("freeze-leader", "power")))
                .extracting(Nemesis::name)
                .containsExactly(
                        "freeze-leader-half-lease",
                        "freeze-leader-over-lease",
                        "freeze-leader-twice-lag",
                        "power-cut",
                        "power-cut-last-in-sync");
    }

    @Test
    void refuseAnUnknownNameAndTellTheKnownOnes() {
        assertThatThrownBy(() -> Nemeses.named(List.of("storm")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kill-leader");
    }
}
