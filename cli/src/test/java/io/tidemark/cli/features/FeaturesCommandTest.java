// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.features;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import org.junit.jupiter.api.Test;

class FeaturesCommandTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void showsTheLevelAndWhatTheNodeSupports() {
        CommandRun run = CommandRun.of(cluster, "features", "describe");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Feature level: 1").contains("supports up to: 2");
        assertThat(CommandRun.of(cluster, "features", "describe", "-o", "json").out())
                .contains("\"featureLevel\"");
    }

    @Test
    void raisesTheLevelToTheHighestThatAllSupport() {
        CommandRun run = CommandRun.of(cluster, "features", "upgrade");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Feature level: 2");
        assertThat(cluster.featureLevel).isEqualTo(2);
    }

    @Test
    void saysWhyALevelCannotBe() {
        assertThat(CommandRun.of(cluster, "features", "upgrade", "--level", "3").exitCode())
                .isEqualTo(1);
        assertThat(CommandRun.of(cluster, "features", "upgrade", "--level", "-1")
                        .exitCode())
                .isEqualTo(2);
    }
}
