// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.Header;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A record to write. Arrays are not copied and must not change until the write is done.
 *
 * @param topic topic name
 * @param partition partition; empty: by key (Kafka's murmur2), or sticky for a null key
 * @param timestampMs milliseconds since 1970-01-01 UTC; empty: now
 * @param key key; null for none
 * @param value value; null for none
 * @param headers headers in order
 */
@SuppressWarnings("ArrayRecordComponent")
public record ProducerRecord(
        String topic,
        OptionalInt partition,
        OptionalLong timestampMs,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers) {

    /** A record without partition, time and headers. */
    public static ProducerRecord of(String topic, byte @Nullable [] key, byte @Nullable [] value) {
        return new ProducerRecord(topic, OptionalInt.empty(), OptionalLong.empty(), key, value, List.of());
    }
}
