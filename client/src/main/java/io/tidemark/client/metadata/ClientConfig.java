// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.tidemark.v1.Acks;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Settings of a client by Kafka's names, checked at construction: an unknown key or an illegal value is an {@link
 * IllegalArgumentException} that names it. {@code bootstrap.servers} is the only mandatory one; {@link ClientKeys} lists
 * and documents all.
 *
 * @param values values by key as given
 */
public record ClientConfig(Map<String, String> values) {
    private static final int MAX_IDEMPOTENT_IN_FLIGHT = 5;

    public ClientConfig {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
        values.forEach(ClientConfig::check);
        if (!values.containsKey(ClientKeys.BOOTSTRAP_SERVERS.name())) {
            throw new IllegalArgumentException("bootstrap.servers is not set: name at least one node as HOST:PORT");
        }
        checkIdempotence(values);
    }

    /** Only where to find the cluster: host:port, comma separated. */
    public static ClientConfig of(String bootstrapServers) {
        return new ClientConfig(Map.of(ClientKeys.BOOTSTRAP_SERVERS.name(), bootstrapServers));
    }

    /** The same with one more setting. */
    public ClientConfig with(String key, String value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(key, value);
        return new ClientConfig(more);
    }

    /** The value of a setting, or its default. */
    public <T> T get(ConfigKey<T> key) {
        return valueIn(values, key);
    }

    /** Whether writes are idempotent: asked for, or not spoken of and acks=all. */
    public boolean idempotence() {
        boolean isExplicit = values.containsKey(ClientKeys.ENABLE_IDEMPOTENCE.name());
        return isExplicit ? get(ClientKeys.ENABLE_IDEMPOTENCE) : get(ClientKeys.ACKS) == Acks.ACKS_ALL;
    }

    private static <T> T valueIn(Map<String, String> values, ConfigKey<T> key) {
        String text = values.get(key.name());
        return key.parse(text == null ? Objects.requireNonNull(key.defaultText()) : text);
    }

    private static void check(String name, String value) {
        ConfigKey<?> key = ClientKeys.named(name);
        if (key == null) {
            throw new IllegalArgumentException(
                    "unknown client setting " + name + ": see ClientKeys for the known ones");
        }
        key.parse(value);
    }

    private static void checkIdempotence(Map<String, String> values) {
        boolean isExplicit = values.containsKey(ClientKeys.ENABLE_IDEMPOTENCE.name());
        boolean isAcksAll = valueIn(values, ClientKeys.ACKS) == Acks.ACKS_ALL;
        boolean isOn = isExplicit ? valueIn(values, ClientKeys.ENABLE_IDEMPOTENCE) : isAcksAll;
        if (isOn && !isAcksAll) {
            throw new IllegalArgumentException("enable.idempotence=true needs acks=all: set acks=all or turn it off");
        }
        if (isOn && valueIn(values, ClientKeys.MAX_IN_FLIGHT) > MAX_IDEMPOTENT_IN_FLIGHT) {
            throw new IllegalArgumentException("max.in.flight.requests.per.connection must be at most "
                    + MAX_IDEMPOTENT_IN_FLIGHT + " with idempotence: lower it or set enable.idempotence=false");
        }
    }
}
