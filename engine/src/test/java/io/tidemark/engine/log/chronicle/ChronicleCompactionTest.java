// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.CompactionContract;
import io.tidemark.engine.log.LogHarness;
import java.io.IOException;
import java.nio.file.Path;

class ChronicleCompactionTest extends CompactionContract {
    @Override
    protected LogHarness harness(Path dir) throws IOException {
        return new ChronicleHarness(dir);
    }
}
