// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.metadata.ClientKeys;

/** What a member tells of itself, and its patience. */
record MemberSettings(
        String groupId,
        String instanceId,
        String rack,
        String clientId,
        String assignor,
        int maxPollIntervalMs,
        int requestTimeoutMs) {

    static MemberSettings of(ClientConfig config) {
        return new MemberSettings(
                config.get(ClientKeys.GROUP_ID),
                config.get(ClientKeys.GROUP_INSTANCE_ID),
                config.get(ClientKeys.CLIENT_RACK),
                config.get(ClientKeys.CLIENT_ID),
                config.get(ClientKeys.GROUP_REMOTE_ASSIGNOR),
                config.get(ClientKeys.MAX_POLL_INTERVAL_MS),
                config.get(ClientKeys.REQUEST_TIMEOUT_MS));
    }
}
