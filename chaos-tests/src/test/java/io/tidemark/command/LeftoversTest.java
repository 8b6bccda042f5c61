// SPDX-License-Identifier: Apache-2.0
package io.tidemark.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.client.admin.Admin;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.metadata.ratis.FreePorts;
import io.tidemark.v1.BrokerDescription;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a node leaves behind where it has no business. */
@Timeout(120)
class LeftoversTest {
    @Test
    void aNodeThatWasStoppedLeavesNothingAmongTheTemporaryFiles(@TempDir Path directory) throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        // Seen from the root nothing looks like the build that this test runs in.
        Map<String, String> environment = Map.of("TIDEMARK_JVM_OPTIONS", "-Duser.dir=/ -Djava.io.tmpdir=" + temporary);
        List<Integer> ports = FreePorts.take(3);
        List<String> settings = settings(directory.resolve("data"), ports);

        Distribution.Ended formatted = Distribution.built().run(directory, environment, words("format", settings));
        assertThat(formatted.exitCode()).as(formatted.err()).isZero();
        Process node = Distribution.built()
                .command(directory, environment, words("server", settings))
                .start();
        ClientConfig config = ClientConfig.of(address(ports.get(0)));
        try (Admin admin = Admin.create(config);
                Producer producer = Producer.create(config)) {
            while (admin.describeCluster().getBrokersList().stream().allMatch(BrokerDescription::getFenced)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            admin.createTopic("lines", 1, 1, Map.of());
            producer.send(ProducerRecord.of("lines", null, new byte[1])).get(30, TimeUnit.SECONDS);
        } finally {
            node.destroy();
        }

        assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(temporary).isEmptyDirectory();
    }

    private static List<String> words(String command, List<String> settings) {
        List<String> words = new ArrayList<>();
        words.add(command);
        for (String setting : settings) {
            words.add("--set");
            words.add(setting);
        }
        return words;
    }

    private static List<String> settings(Path data, List<Integer> ports) {
        return List.of(
                "node.id=1",
                "cluster.id=leftovers",
                "log.dirs=" + data,
                "listeners=" + address(ports.get(0)),
                "metrics.listener=" + address(ports.get(1)),
                "controller.quorum.voters=1@" + address(ports.get(2)) + ":" + ports.get(0));
    }

    private static String address(int port) {
        return "127.0.0.1:" + port;
    }
}
