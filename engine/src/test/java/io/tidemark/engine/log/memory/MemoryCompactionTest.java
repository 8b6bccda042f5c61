// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.CompactionContract;
import io.tidemark.engine.log.LogHarness;
import java.nio.file.Path;

class MemoryCompactionTest extends CompactionContract {
    @Override
    protected LogHarness harness(Path dir) {
        return new MemoryHarness();
    }
}
