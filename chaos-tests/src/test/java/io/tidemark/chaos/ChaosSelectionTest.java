// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A few short runs on real processes, sockets and disks; {@link Campaign} does long ones over all faults. A run in which too
 * little happened, on a machine that was busy with other things, is done again; one that never proves anything is a failure,
 * for nobody would notice a proof that is always passed over. What there is to look at lies below {@link #DIRECTORY}.
 */
@Timeout(1_200)
class ChaosSelectionTest {
    private static final Path HOME = Path.of(System.getProperty("tidemark.home"));
    private static final Path DIRECTORY = Path.of("target", "chaos-selection").toAbsolutePath();
    private static final Duration LOAD = Duration.ofSeconds(30);

    @BeforeEach
    void theDistributionIsBuilt() {
        assertThat(HOME.resolve("lib"))
                .as("built by the cli module's package phase")
                .isDirectory();
    }

    @Test
    void losesNothingWhenLeadersControllersOrAllNodesDie() throws Exception {
        check(1, Mix.of("deaths", "kill-leader", "kill-controller", "kill-all"));
    }

    @Test
    void losesNothingWhenALeaderIsCutOffOrFreezesAndComesBack() throws Exception {
        check(
                2,
                Mix.of(
                        "absences",
                        "partition-isolated-leader",
                        "partition-leader-unheard",
                        "freeze-leader-over-lease"));
    }

    @Test
    void losesNothingWhenFaultsOverlapAndFilesAreDamaged() throws Exception {
        check(3, Mix.of("overlaps", "kill-successor", "kill-in-recovery", "bit-flip"));
    }

    private static void check(long seed, Mix row) throws Exception {
        String replay = "chaos-tests/chaos campaign --runs 1 --seed " + seed + " --minutes " + LOAD.toSeconds() / 60.0
                + " --nemesis " + String.join(",", row.nemeses()) + " --dir NEW-FOLDER";
        RunResult result = Attempts.of(() -> {
            RunPlan plan = new RunPlan(
                    seed,
                    RunFolder.setup(HOME, DIRECTORY, seed, row),
                    row.isNamespaced(),
                    row.faults(),
                    LOAD,
                    row.topicConfig());
            return new RunFolder(plan, row.name(), replay).run();
        });
        assertThat(result.word())
                .as("%s; all of it lies in %s", result.reasons(), result.folder())
                .isEqualTo(RunResult.GOOD);
        assertThat(result.choice().planned()).hasSameSizeAs(row.faults());
    }
}
