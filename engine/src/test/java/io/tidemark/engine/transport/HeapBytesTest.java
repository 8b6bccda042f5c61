// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class HeapBytesTest {
    private static ByteString filled(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) i;
        }
        return ByteString.copyFrom(bytes);
    }

    @Test
    void givesThePlainArrayOfAField() {
        ByteString bytes = filled(1_000);

        ByteBuffer buffer = HeapBytes.of(bytes);

        assertThat(buffer.hasArray()).isTrue();
        assertThat(buffer).isEqualTo(bytes.asReadOnlyByteBuffer());
    }

    @Test
    void joinsTheArraysOfARope() {
        ByteString rope = filled(4_000).concat(filled(3_000)).substring(10);

        assertThat(HeapBytes.of(rope)).isEqualTo(ByteBuffer.wrap(rope.toByteArray()));
    }

    @Test
    void givesNothingOfNothing() {
        assertThat(HeapBytes.of(ByteString.EMPTY).remaining()).isZero();
    }
}
