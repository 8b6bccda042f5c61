// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClientKeys;

/**
 * Bounds of a partition's writing.
 *
 * @param maxInFlight batches that are open at once; brokers recognise the last five
 * @param isIdempotent whether batches carry sequences
 * @param retryBackoffMs first pause before a retry
 * @param retryBackoffMaxMs longest pause
 */
record ProducerLimits(int maxInFlight, boolean isIdempotent, int retryBackoffMs, int retryBackoffMaxMs) {
    static ProducerLimits of(ClientConfig config) {
        return new ProducerLimits(
                config.get(ClientKeys.MAX_IN_FLIGHT),
                config.idempotence(),
                config.get(ClientKeys.RETRY_BACKOFF_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MAX_MS));
    }
}
