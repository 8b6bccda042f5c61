// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.LogChain;
import io.tidemark.engine.log.LogChain.Step;
import io.tidemark.engine.log.LogChainProperties;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class MemoryLogChainTest extends LogChainProperties {
    @Override
    @Property(tries = 10_000)
    protected void behavesLikeTheModel(@ForAll("histories") List<Step> steps) throws IOException {
        try (MemoryHarness harness = new MemoryHarness()) {
            LogChain.run(harness, steps);
        }
    }
}
