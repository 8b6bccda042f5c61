// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.chaos.fault.Nemeses;
import io.tidemark.chaos.process.ClusterSetup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A few short runs on real processes, sockets and disks; {@link Campaign} does long ones over all faults. A run in which too
 * little happened, on a machine that was busy with other things, passes over: it is not good.
 */
@Timeout(400)
class ChaosSelectionTest {
    private static final Path HOME = Path.of(System.getProperty("tidemark.home"));
    private static final Duration LOAD = Duration.ofSeconds(20);

    @TempDir
    Path directory = Path.of("");

    @BeforeEach
    void theDistributionIsBuilt() {
        assertThat(HOME.resolve("lib"))
                .as("built by the cli module's package phase")
                .isDirectory();
    }

    @Test
    void losesNothingWhenLeadersControllersOrAllNodesDie() throws Exception {
        check(1, "kill-leader", "kill-controller", "kill-all");
    }

    @Test
    void losesNothingWhenALeaderIsCutOffOrFreezesAndComesBack() throws Exception {
        check(2, "partition-isolated-leader", "partition-leader-unheard", "freeze-leader-over-lease");
    }

    @Test
    void losesNothingWhenFaultsOverlapAndFilesAreDamaged() throws Exception {
        check(3, "kill-successor", "kill-in-recovery", "bit-flip");
    }

    private void check(long seed, String... faults) throws Exception {
        ChaosRun.Result result = ChaosRun.of(new RunPlan(
                seed, ClusterSetup.threeNodes(HOME, directory), false, Nemeses.named(List.of(faults)), LOAD, Map.of()));
        assertThat(result.verdict().anomalies()).isEmpty();
        assumeTrue(
                result.verdict().gaps().isEmpty(),
                () -> "proves nothing: " + result.verdict().gaps());
    }
}
