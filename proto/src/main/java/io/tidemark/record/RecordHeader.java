// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A header of a record. Keys may repeat within a record.
 *
 * <p>Two headers are equal when key and value bytes are; the value array is not copied, neither in nor out.
 *
 * @param key the key, stored as UTF-8
 * @param value the value; null is another value than empty
 */
// Equality goes by the bytes below, and a header is made once per record: a copy or a wrapper would only cost.
@SuppressWarnings("ArrayRecordComponent")
public record RecordHeader(String key, byte @Nullable [] value) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RecordHeader that && key.equals(that.key) && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Arrays.hashCode(value);
    }

    @Override
    public String toString() {
        return key + "=" + (value == null ? "null" : value.length + " bytes");
    }
}
