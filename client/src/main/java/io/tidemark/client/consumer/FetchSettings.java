// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClientKeys;
import io.tidemark.client.metadata.OffsetReset;

/** How a consumer fetches; see {@link ClientKeys}. */
record FetchSettings(
        int minBytes,
        int maxWaitMs,
        int maxBytes,
        int partitionMaxBytes,
        int requestTimeoutMs,
        OffsetReset reset,
        String rack) {
    static FetchSettings of(ClientConfig config) {
        return new FetchSettings(
                config.get(ClientKeys.FETCH_MIN_BYTES),
                config.get(ClientKeys.FETCH_MAX_WAIT_MS),
                config.get(ClientKeys.FETCH_MAX_BYTES),
                config.get(ClientKeys.MAX_PARTITION_FETCH_BYTES),
                config.get(ClientKeys.REQUEST_TIMEOUT_MS),
                config.get(ClientKeys.AUTO_OFFSET_RESET),
                config.get(ClientKeys.CLIENT_RACK));
    }
}
