// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.v1.Acks;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientConfigTest {
    private static final ClientConfig CONFIG = ClientConfig.of("a:1,[::1]:2");

    @Test
    void hasSafeDefaults() {
        assertThat(CONFIG.get(ClientKeys.ACKS)).isEqualTo(Acks.ACKS_ALL);
        assertThat(CONFIG.idempotence()).isTrue();
        assertThat(CONFIG.get(ClientKeys.MAX_IN_FLIGHT)).isEqualTo(5);
    }

    @Test
    void readsAddresses() {
        assertThat(CONFIG.get(ClientKeys.BOOTSTRAP_SERVERS))
                .containsExactly(new NodeAddress("a", 1), new NodeAddress("::1", 2));
    }

    @Test
    void readsEveryDefault() {
        for (ConfigKey<?> key : ClientKeys.all()) {
            String text = key.defaultText();
            assertThat(text == null ? "" : key.parse(text)).isNotNull();
            assertThat(key.documentation()).isNotBlank();
        }
    }

    @Test
    void refusesAnUnknownKey() {
        assertThatThrownBy(() -> CONFIG.with("linger", "5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("linger");
    }

    @ParameterizedTest
    @CsvSource({
        "acks,2",
        "linger.ms,-1",
        "batch.size,many",
        "compression.type,brotli",
        "auto.offset.reset,sometimes",
        "enable.idempotence,yes",
        "bootstrap.servers,nowhere",
        "bootstrap.servers,host:0"
    })
    void refusesAnIllegalValueByName(String key, String value) {
        assertThatThrownBy(() -> CONFIG.with(key, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key)
                .hasMessageContaining("must be");
    }

    @Test
    void refusesAConfigurationWithoutServers() {
        assertThatThrownBy(() -> new ClientConfig(Map.of())).hasMessageContaining("bootstrap.servers");
    }

    @Test
    void turnsIdempotenceOffWithFewerAcks() {
        assertThat(CONFIG.with("acks", "1").idempotence()).isFalse();
    }

    @Test
    void refusesIdempotenceWithFewerAcks() {
        assertThatThrownBy(() -> CONFIG.with("acks", "1").with("enable.idempotence", "true"))
                .hasMessageContaining("acks=all");
    }

    @Test
    void refusesMoreInFlightThanBrokersRemember() {
        assertThatThrownBy(() -> CONFIG.with("max.in.flight.requests.per.connection", "6"))
                .hasMessageContaining("at most 5");
        assertThat(CONFIG.with("enable.idempotence", "false")
                        .with("max.in.flight.requests.per.connection", "6")
                        .get(ClientKeys.MAX_IN_FLIGHT))
                .isEqualTo(6);
    }
}
