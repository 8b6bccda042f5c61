// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

/**
 * The four bytes before each document of a segment file: a length, a bit for documents that belong to the queue itself,
 * a bit for those not yet committed. Little endian, aligned to four bytes.
 */
final class DocumentHeader {
    static final int BYTES = 4;

    private static final int NOT_COMPLETE = 0x8000_0000;
    private static final int META = 0x4000_0000;
    private static final int LENGTH_MASK = 0x3fff_ffff;

    private DocumentHeader() {}

    /** Whether a committed document follows; false at the end of what was written. */
    static boolean isCommitted(int header) {
        return header != 0 && (header & NOT_COMPLETE) == 0;
    }

    /** Whether the queue closed the file here. */
    static boolean isEndOfFile(int header) {
        return header == (NOT_COMPLETE | META);
    }

    static boolean isMeta(int header) {
        return (header & META) != 0;
    }

    static int lengthBytes(int header) {
        return header & LENGTH_MASK;
    }

    /** Where the next header stands. */
    static long next(long headerPosition, int header) {
        return align(headerPosition + BYTES + lengthBytes(header));
    }

    static long align(long position) {
        return (position + 3) & -4L;
    }
}
