// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A line as a record: its key and its value.
 *
 * @param key what stands before the separator; null when no separator is set
 * @param value the rest
 */
@SuppressWarnings("ArrayRecordComponent") // Handed straight to the producer; never compared.
record KeyedLine(byte @Nullable [] key, byte[] value) {

    /** Cuts a line at the first separator; null when there is none in it. */
    static @Nullable KeyedLine split(byte[] line, byte[] separator) {
        for (int at = 0; at + separator.length <= line.length; at++) {
            if (Arrays.equals(line, at, at + separator.length, separator, 0, separator.length)) {
                return new KeyedLine(
                        Arrays.copyOfRange(line, 0, at), Arrays.copyOfRange(line, at + separator.length, line.length));
            }
        }
        return null;
    }
}
