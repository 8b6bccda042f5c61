// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TwoAtOnceTest {
    private final List<String> healed = new ArrayList<>();

    /** An injury that was seen or not, and that notes when it is healed. */
    private Injury injury(String name, String evidence) {
        return new Injury() {
            @Override
            public String targets() {
                return name;
            }

            @Override
            public String evidence() {
                return evidence;
            }

            @Override
            public void heal() throws IOException {
                healed.add(name);
                if (name.equals("stubborn")) {
                    throw new IOException("it stays");
                }
            }
        };
    }

    private TwoAtOnce.Both both(String firstEvidence, Injury second) {
        return new TwoAtOnce.Both("one", injury("first", "gone by now"), firstEvidence, "two", second);
    }

    @Test
    void areProvenByTheEvidenceOfBoth() throws IOException {
        assertThat(both("seen", injury("second", "seen too")).evidence()).isEqualTo("seen; seen too");
        assertThat(both("", injury("second", "seen too")).evidence()).isEmpty();
        assertThat(both("seen", injury("second", "")).evidence()).isEmpty();
    }

    @Test
    void areHealedTogetherEvenIfOneResists() {
        assertThatThrownBy(() -> both("seen", injury("stubborn", "")).heal()).hasMessage("it stays");
        assertThat(healed).containsExactly("stubborn", "first");
    }
}
