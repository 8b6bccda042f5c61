// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream into lines at each newline byte and leaves every other byte alone, whatever the encoding. What follows
 * the last newline is a line too unless it is empty. Not thread-safe.
 */
public final class LineReader implements Closeable {
    private static final int BUFFER_SIZE = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int position;
    private int limit;
    private long filledBytes;

    /** Reads from {@code in}, which it closes. */
    public LineReader(InputStream in) {
        this.in = in;
    }

    /** The next line without its newline; null at the end. */
    public byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream head = null;
        while (true) {
            if (position == limit && !fill()) {
                return head == null ? null : head.toByteArray();
            }
            int start = position;
            int newline = indexOfNewline();
            position = newline < 0 ? limit : newline + 1;
            int end = newline < 0 ? limit : newline;
            if (newline >= 0 && head == null) {
                byte[] line = new byte[end - start];
                System.arraycopy(buffer, start, line, 0, line.length);
                return line;
            }
            head = head == null ? new ByteArrayOutputStream() : head;
            head.write(buffer, start, end - start);
            if (newline >= 0) {
                return head.toByteArray();
            }
        }
    }

    /** How many bytes of the input the lines so far took up. */
    public long readBytes() {
        return filledBytes - (limit - position);
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(in.read(buffer), 0);
        filledBytes += limit;
        return limit > 0;
    }

    private int indexOfNewline() {
        for (int i = position; i < limit; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
