// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.LogChain;
import io.tidemark.engine.log.LogChain.Step;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MemoryLogChainTest {
    @Property(tries = 10_000)
    void behavesLikeTheModel(@ForAll("histories") List<Step> steps) throws IOException {
        try (MemoryHarness harness = new MemoryHarness()) {
            LogChain.run(harness, steps);
        }
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        return LogChain.histories(40);
    }
}
