// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import java.util.Map;

/**
 * Settings of a client by Kafka's names, checked at construction: an unknown key or an illegal value is an {@link
 * IllegalArgumentException} that names it. {@code bootstrap.servers} is the only mandatory one.
 *
 * @param values values by key as given
 */
public record ClientConfig(Map<String, String> values) {
    /** Only where to find the cluster: host:port, comma separated. */
    public static ClientConfig of(String bootstrapServers) {
        return new ClientConfig(Map.of("bootstrap.servers", bootstrapServers));
    }
}
