// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.metadata.image.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeConfigTest {
    private static final Map<String, String> MINIMAL =
            Map.of("node.id", "1", "log.dirs", "/data", "controller.quorum.voters", "1@127.0.0.1:9093:9092");

    private static NodeConfig with(String key, String value) throws ConfigException {
        Map<String, String> values = new TreeMap<>(MINIMAL);
        values.put(key, value);
        return NodeConfig.load(null, Map.of(), values);
    }

    private static void assertRefused(String key, String value, String message) {
        assertThatThrownBy(() -> with(key, value))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void fillsInDefaults() throws ConfigException {
        NodeConfig config = NodeConfig.load(null, Map.of(), MINIMAL);

        assertThat(config.listener()).isEqualTo(new Endpoint("127.0.0.1", 9092));
        assertThat(config.sessionTimeoutMs()).isEqualTo(1_500);
        assertThat(config.effective()).containsEntry("min.insync.replicas", "2").hasSize(ConfigKey.values().length);
        assertThat(config.metricsListener()).isNull();
    }

    @Test
    void letsTheEnvironmentOverrideTheFileAndTheCallerBoth(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("node.properties");
        Files.writeString(
                file,
                "node.id=1\nlog.dirs=/data\ncontroller.quorum.voters=1@h:1:2,7@h:3:4\nnum.shards=3\nbroker.rack=a\n");

        NodeConfig config = NodeConfig.load(
                file,
                Map.of("TIDEMARK_NUM_SHARDS", "4", "TIDEMARK_NODE_ID", "5", "PATH", "/bin"),
                Map.of("node.id", "7"));

        assertThat(config.nodeId()).isEqualTo(7);
        assertThat(config.effective()).containsEntry("num.shards", "4").containsEntry("broker.rack", "a");
    }

    @Test
    void refusesAnUnknownKey() {
        assertRefused("num.shard", "2", "unknown config key");
    }

    @Test
    void refusesIllegalValues() {
        assertRefused("num.shards", "many", "must be a whole number");
        assertRefused("num.shards", "0", "must be 1 to 256");
        assertRefused("listeners", "nowhere", "must be HOST:PORT");
        assertRefused("process.roles", "observer", "must be broker, quorum or broker,quorum");
        assertRefused("controller.quorum.voters", "1@h", "is not a voter");
        assertRefused("node.id", "", "is not set");
        assertRefused("log.dirs", "", "is not set");
    }

    @Test
    void refusesHeartbeatsThatAreTooRareForTheLease() {
        assertRefused("broker.heartbeat.interval.ms", "1000", "at most half");
    }

    @Test
    void refusesAWildcardWithoutAnAdvertisedAddress() {
        assertRefused("listeners", "0.0.0.0:9092", "advertised.listeners is needed");
    }

    @Test
    void refusesAQuorumRoleThatNoVoterHas() {
        assertRefused("node.id", "9", "is not among controller.quorum.voters");
    }

    @Test
    void refusesAFileThatIsNotThere(@TempDir Path directory) throws IOException {
        assertThatThrownBy(() -> NodeConfig.load(directory.resolve("none"), Map.of(), MINIMAL))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("cannot read config file");
    }

    @Test
    void readsAnIpv6Address() throws ConfigException {
        assertThat(with("listeners", "[::1]:9092").listener()).isEqualTo(new Endpoint("::1", 9092));
    }
}
