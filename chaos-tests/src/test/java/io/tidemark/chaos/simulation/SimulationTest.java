// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
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
    void noSeedOfTheCommonScheduleBreaksAnInvariantAndTogetherTheyReachWhatIsRare() throws InterruptedException {
        SortedSet<String> reached = run(false, SEEDS);

        assertThat(reached).containsAll(Coverage.ofAnyCampaign());
    }

    @Test
    void noRandomConfigurationBreaksAnInvariant() throws InterruptedException {
        assertThat(run(true, SEEDS / 5)).isNotEmpty();
    }

    /** Runs seeds on all processors, each on one, and gives what they reached; none may break an invariant. */
    private static SortedSet<String> run(boolean swarm, long seeds) throws InterruptedException {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        int parts = Runtime.getRuntime().availableProcessors();
        List<Campaign> campaigns = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            long first = 1 + seeds * part / parts;
            long next = 1 + seeds * (part + 1) / parts;
            Campaign campaign = new Campaign(swarm, said::add);
            Thread thread = new Thread(() -> campaign.run(first, next - first, 0), "seeds from " + first);
            campaigns.add(campaign);
            threads.add(thread);
            thread.start();
        }
        SortedSet<String> reached = new TreeSet<>();
        long done = 0;
        for (int part = 0; part < parts; part++) {
            threads.get(part).join();
            reached.addAll(campaigns.get(part).coverage().keySet());
            done += campaigns.get(part).seeds();
            assertThat(campaigns.get(part).violations())
                    .as(String.join("\n", said))
                    .isEmpty();
        }
        assertThat(done).isEqualTo(seeds);
        return reached;
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
