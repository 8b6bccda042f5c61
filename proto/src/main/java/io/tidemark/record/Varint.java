// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

/** Sizes of zig-zag variable-length numbers. */
final class Varint {
    static final int MAX_VARINT_BYTES = 5;
    static final int MAX_VARLONG_BYTES = 10;

    private Varint() {}

    static int sizeOf(long value) {
        long zigZag = (value << 1) ^ (value >> 63);
        return (70 - Long.numberOfLeadingZeros(zigZag | 1)) / 7;
    }
}
