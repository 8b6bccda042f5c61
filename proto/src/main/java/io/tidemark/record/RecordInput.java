// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The encoded records of a batch, one at a time in {@link #window}. Either everything is in the window, which then never
 * changes, or the window is refilled from a decompressor and earlier records are overwritten.
 */
final class RecordInput {
    private static final int WINDOW_BYTES = 16 * 1024;

    private final @Nullable Decompressor source;
    private byte[] array;
    private ByteBuffer window;

    private RecordInput(@Nullable Decompressor source, byte[] array, ByteBuffer window) {
        this.source = source;
        this.array = array;
        this.window = window;
    }

    /** All records, uncompressed. */
    static RecordInput of(ByteBuffer records) {
        return new RecordInput(null, new byte[0], records.slice());
    }

    /** Records as they are decompressed, in constant memory but for records larger than the window. */
    static RecordInput of(Decompressor source) {
        byte[] array = new byte[WINDOW_BYTES];
        return new RecordInput(source, array, ByteBuffer.wrap(array, 0, 0));
    }

    /** Holds the current record from its position on. */
    ByteBuffer window() {
        return window;
    }

    /** Whether so many bytes are there, now in the window. */
    boolean has(int count) {
        return window.remaining() >= count || (source != null && fill(source, count));
    }

    private boolean fill(Decompressor from, int count) {
        while (window.remaining() < count) {
            int held = window.remaining();
            if (window.position() > 0) {
                System.arraycopy(array, window.position(), array, 0, held);
            }
            if (held == array.length) {
                // Doubles with the bytes that really came, not to what a length claims.
                array = Arrays.copyOf(array, 2 * array.length);
            }
            int read = from.read(array, held, array.length - held);
            window = ByteBuffer.wrap(array, 0, held + Math.max(0, read));
            if (read < 0) {
                return false;
            }
        }
        return true;
    }

    /** Goes past so many bytes of the window. */
    void skip(int count) {
        window.position(window.position() + count);
    }
}
