// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogSlice;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.TestBatches;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch may come in any kind of buffer: what the network hands out is read-only and on the heap. */
class BufferKindsTest {
    private static final int COPIED = 100;
    private static final int MOST_COPIED = 8_000;
    private static final int POSITIONED_WRITE = 100_000;

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @ValueSource(ints = {COPIED, MOST_COPIED, POSITIONED_WRITE})
    void appendsFromAReadOnlyHeapBuffer(int valueBytes) throws Exception {
        check(valueBytes, ByteBuffer::asReadOnlyBuffer);
    }

    @ParameterizedTest
    @ValueSource(ints = {COPIED, MOST_COPIED, POSITIONED_WRITE})
    void appendsFromADirectBuffer(int valueBytes) throws Exception {
        check(valueBytes, batch -> ByteBuffer.allocateDirect(batch.remaining())
                .put(batch.duplicate())
                .flip());
    }

    @ParameterizedTest
    @ValueSource(ints = {COPIED, MOST_COPIED, POSITIONED_WRITE})
    void appendsFromTheMiddleOfAHeapBuffer(int valueBytes) throws Exception {
        check(valueBytes, batch -> ByteBuffer.allocate(batch.remaining() + 7)
                .position(7)
                .put(batch.duplicate())
                .position(7));
    }

    @ParameterizedTest
    @ValueSource(ints = {COPIED, MOST_COPIED, POSITIONED_WRITE})
    void appendsFromASliceOfAHeapBuffer(int valueBytes) throws Exception {
        check(valueBytes, batch -> ByteBuffer.allocate(batch.remaining() + 7)
                .position(7)
                .put(batch.duplicate())
                .position(7)
                .slice());
    }

    @ParameterizedTest
    @ValueSource(ints = {COPIED, MOST_COPIED, POSITIONED_WRITE})
    void appendsFromASliceOfADirectBuffer(int valueBytes) throws Exception {
        check(valueBytes, batch -> ByteBuffer.allocateDirect(batch.remaining() + 7)
                .position(7)
                .put(batch.duplicate())
                .position(7)
                .slice());
    }

    private void check(int valueBytes, UnaryOperator<ByteBuffer> kind) throws Exception {
        ByteBuffer batch = TestBatches.batch(0, 1, 0, 1000, valueBytes);
        try (ChronicleHarness harness = new ChronicleHarness(directory);
                PartitionLog log = harness.store()
                        .open("kinds", new UUID(1, 2), 0, LogConfig.DEFAULT)
                        .log()) {
            log.append(kind.apply(batch), 0);
            try (LogSlice slice = log.read(0, 1 << 20, 1)) {
                assertThat(slice.buffers()).containsExactly(batch.asReadOnlyBuffer());
            }
        }
    }
}
