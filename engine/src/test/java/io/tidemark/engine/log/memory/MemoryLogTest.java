// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.memory;

import io.tidemark.engine.log.LogHarness;
import io.tidemark.engine.log.PartitionLogContract;
import java.io.IOException;
import java.nio.file.Path;

class MemoryLogTest extends PartitionLogContract {
    @Override
    protected LogHarness harness(Path dir) throws IOException {
        return new MemoryHarness();
    }
}
