// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** A buffer as a stream. */
final class ByteBufferInput extends InputStream {
    private final ByteBuffer buffer;

    ByteBufferInput(ByteBuffer buffer) {
        this.buffer = buffer.slice();
    }

    @Override
    public int read() {
        return buffer.hasRemaining() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int from, int count) {
        if (count == 0) {
            return 0;
        }
        int taken = Math.min(count, buffer.remaining());
        buffer.get(target, from, taken);
        return taken == 0 ? -1 : taken;
    }

    @Override
    public int available() {
        return buffer.remaining();
    }
}
