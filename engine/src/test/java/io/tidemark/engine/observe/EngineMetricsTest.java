// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.engine.replication.ReplicaState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EngineMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EngineMetrics metrics = new EngineMetrics(registry);

    static PartitionSnapshot led(List<Integer> isr) {
        ReplicaState state = new ReplicaState(
                ReplicaState.Role.LEADER,
                1,
                0,
                0,
                5,
                20,
                20,
                18,
                List.of(1, 2, 3),
                isr,
                isr,
                2,
                List.of(2, 3),
                List.of(18L, -1L),
                0,
                0);
        return new PartitionSnapshot("orders", new UUID(1, 1), 0, state, 1_000, PartitionSnapshot.NEVER, null);
    }

    @Test
    void keepsItsNames() throws IOException {
        metrics.refresh(List.of(led(List.of(1, 2, 3))));
        String names = registry.scrape()
                .lines()
                .filter(line -> line.startsWith("# TYPE"))
                .map(line -> line.substring("# TYPE ".length()))
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
        Path golden = Path.of("src/test/resources/observe/metrics.txt");
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, names);
        }
        assertThat(names).isEqualTo(Files.readString(golden));
    }

    @Test
    void countsPartitionsThatNeedCare() {
        metrics.refresh(List.of(led(List.of(1)), led(List.of(1, 2)), led(List.of(1, 2, 3))));

        assertThat(registry.get("tidemark.partitions.under.replicated").gauge().value())
                .isEqualTo(2);
        assertThat(registry.get("tidemark.partitions.under.min.isr").gauge().value())
                .isEqualTo(1);
    }

    @Test
    void showsTheLagOfFollowersThatAreKnown() {
        metrics.refresh(List.of(led(List.of(1, 2, 3))));

        assertThat(registry.get("tidemark.replica.lag.records").gauges()).hasSize(1);
        assertThat(registry.get("tidemark.replica.lag.records")
                        .tag("replica", "2")
                        .gauge()
                        .value())
                .isEqualTo(2);
    }

    @Test
    void forgetsPartitionsThatLeft() {
        metrics.refresh(List.of(led(List.of(1, 2, 3))));
        metrics.refresh(List.of());

        assertThat(registry.find("tidemark.log.end.offset").gauges()).isEmpty();
    }
}
