// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record that was read.
 *
 * @param topic topic name
 * @param partition partition number
 * @param offset offset
 * @param timestampMs milliseconds since 1970-01-01 UTC
 * @param key key; null for none
 * @param value value; null for none
 * @param headers headers in order
 */
@SuppressWarnings("ArrayRecordComponent")
public record ConsumerRecord(
        String topic,
        int partition,
        long offset,
        long timestampMs,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers) {}
