// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimulationTest {
    private static final Path KEPT = Path.of("src", "test", "resources", "simulation");
    /** What the build runs; {@code -Dsimulation.seeds=2000} for more, and {@link SimulationMain} for long campaigns. */
    private static final long SEEDS = Long.getLong("simulation.seeds", 1_000);

    @Test
    void theSameSeedGivesTheSameTrace() {
        Simulation.Outcome first = Simulation.run(7, false, false);
        Simulation.Outcome again = Simulation.run(7, false, true);

        assertThat(again.hash()).isEqualTo(first.hash());
        assertThat(again.steps()).isEqualTo(first.steps());
        assertThat(again.coverage()).isEqualTo(first.coverage());
        assertThat(Simulation.run(8, false, false).hash()).isNotEqualTo(first.hash());
    }

    @Test
    void noSeedOfTheCommonScheduleBreaksAnInvariantAndTogetherTheyReachWhatIsRare() {
        List<String> said = new ArrayList<>();
        Campaign campaign = new Campaign(false, said::add);

        campaign.run(1, SEEDS, 0);

        assertThat(campaign.violations()).as(String.join("\n", said)).isEmpty();
        assertThat(campaign.coverage().keySet()).containsAll(Coverage.ofAnyCampaign());
    }

    @Test
    void noRandomConfigurationBreaksAnInvariant() {
        List<String> said = new ArrayList<>();
        Campaign campaign = new Campaign(true, said::add);

        campaign.run(1, SEEDS / 5, 0);

        assertThat(campaign.violations()).as(String.join("\n", said)).isEmpty();
    }

    static Stream<String> kept() throws IOException {
        try (Stream<Path> files = Files.list(KEPT)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void whatOnceBrokeDoesNotBreakAgain(String file) throws IOException {
        Replay replay = Replay.parse(Files.readAllLines(KEPT.resolve(file)));

        assertThat(replay.run(false).violation()).isNull();
    }

    @Test
    void aPlanIsKeptAndReadBackAsItWas() {
        FaultPlan plan = FaultPlan.of(3, SimulationConfig.of(3, true));
        Replay replay = new Replay(3, true, plan);

        assertThat(Replay.parse(replay.lines())).isEqualTo(replay);
    }
}
