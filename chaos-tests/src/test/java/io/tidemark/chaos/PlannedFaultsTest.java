// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.process.ClusterSetup;
import io.tidemark.chaos.workload.FaultRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlannedFaultsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static RunPlan run(Mix row, long seed, long turn, Duration load) {
        ClusterSetup setup = ClusterSetup.threeNodes(Path.of("home"), Path.of("run"));
        return new RunPlan(seed, setup, false, row.faults(), load, Map.of(), turn);
    }

    private static List<String> planned(Mix row, long seed, long turn, Duration load) {
        return names(
                PlannedFaults.of(run(row, seed, turn, load), nemesis -> true).planned());
    }

    private static List<String> names(List<Nemesis> nemeses) {
        return nemeses.stream().map(Nemesis::name).toList();
    }

    @Test
    void areTheSameForTheSameSeedAndTurn() {
        Mix row = Mix.matrix().get(3);
        for (long seed = -50; seed < 50; seed++) {
            assertThat(planned(row, seed, seed / 7, MINUTE)).isEqualTo(planned(row, seed, seed / 7, MINUTE));
        }
    }

    @Test
    void areEachOnceAndFitInTheLoadUnlessOneAloneIsTooLong() {
        for (Mix row : Mix.matrix()) {
            for (long seed = 0; seed < 40; seed++) {
                Duration load = Duration.ofSeconds(1 + seed * 3);
                List<Nemesis> planned = PlannedFaults.of(run(row, seed, seed, load), nemesis -> true)
                        .planned();
                Duration holds = planned.stream().map(Nemesis::hold).reduce(Duration.ZERO, Duration::plus);
                assertThat(planned).doesNotHaveDuplicates().isNotEmpty();
                assertThat(planned.size() == 1 || holds.compareTo(load) <= 0)
                        .as("%s in %s", names(planned), load)
                        .isTrue();
            }
        }
    }

    @Test
    void comeRoundTheWholeListInConsecutiveTurnsWhateverTheSeeds() {
        Random random = new Random(5);
        for (Mix row : Mix.matrix()) {
            for (int sample = 0; sample < 20; sample++) {
                long firstTurn = random.nextInt(1_000_000) - 500_000L;
                Set<String> had = new HashSet<>();
                for (int turn = 0; turn < row.faults().size(); turn++) {
                    had.addAll(planned(row, random.nextLong(), firstTurn + turn, Duration.ofSeconds(10)));
                }
                assertThat(had).as(row.name()).containsExactlyInAnyOrderElementsOf(names(row.faults()));
            }
        }
    }

    @Test
    void goOnInTheNextTurnWhereTheOneBeforeEnded() {
        Mix row = Mix.of("all-partitions", "partition");
        List<String> all = names(row.faults());
        List<String> first = planned(row, 1, 0, MINUTE);
        List<String> second = planned(row, 2, 1, MINUTE);
        assertThat(first).containsExactlyInAnyOrderElementsOf(all.subList(0, first.size()));
        assertThat(second).contains(all.get(first.size()));
    }

    @Test
    void differInOrderBetweenSeeds() {
        Mix row = Mix.matrix().get(0);
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            orders.add(planned(row, seed, 0, MINUTE));
        }
        assertThat(orders).hasSizeGreaterThan(5);
    }

    @Test
    void tellThoseThatDoNotSuitTheCluster() {
        PlannedFaults faults =
                PlannedFaults.of(run(Mix.of("two", "kill-leader", "kill-all"), 1, 0, MINUTE), nemesis -> !nemesis.name()
                        .equals("kill-all"));
        assertThat(names(faults.planned())).containsExactly("kill-leader");
        assertThat(names(faults.unsuited())).containsExactly("kill-all");
        assertThat(PlannedFaults.of(run(Mix.of("one", "kill-all"), 1, 3, MINUTE), nemesis -> false)
                        .planned())
                .isEmpty();
    }

    @Test
    void thatWereNotStruckAreGapsByTheirNames() {
        PlannedFaults faults =
                PlannedFaults.of(run(Mix.of("two", "kill-leader", "kill-all"), 1, 0, MINUTE), nemesis -> true);
        FaultRecord struck = new FaultRecord("kill-leader", "nodes [1]", 5, 6, 7, true, "gone", 0);
        assertThat(faults.gaps(List.of(struck))).containsExactly("planned fault kill-all was not struck");
        assertThat(faults.gaps(List.of())).hasSize(2);
    }

    @Test
    void comeFirstAndInOrderAndPastTheLoadTooWithinABound() {
        PlannedFaults faults = PlannedFaults.of(run(Mix.matrix().get(0), 1, 0, MINUTE), nemesis -> true);
        FaultTurns turns = new FaultTurns(faults, MINUTE, new Random(1));
        List<Nemesis> taken = new ArrayList<>();
        for (int i = 0; i < faults.planned().size(); i++) {
            turns.next(Duration.ofSeconds(60 + i)).ifPresent(taken::add);
        }
        assertThat(taken).isEqualTo(faults.planned());
        assertThat(turns.next(Duration.ofSeconds(61))).isEmpty();
        assertThat(new FaultTurns(faults, MINUTE, new Random(1)).next(Duration.ofSeconds(121)))
                .isEmpty();
    }

    @Test
    void areFollowedByFurtherRoundsOfAllWhileThereIsTime() {
        PlannedFaults faults =
                PlannedFaults.of(run(Mix.matrix().get(0), 1, 0, Duration.ofSeconds(20)), nemesis -> true);
        FaultTurns turns = new FaultTurns(faults, Duration.ofSeconds(20), new Random(1));
        faults.planned()
                .forEach(nemesis -> assertThat(turns.next(Duration.ZERO)).isEqualTo(Optional.of(nemesis)));
        Set<Nemesis> round = new HashSet<>();
        for (int i = 0; i < faults.suiting().size(); i++) {
            turns.next(Duration.ofSeconds(19)).ifPresent(round::add);
        }
        assertThat(round).containsExactlyInAnyOrderElementsOf(faults.suiting());
        assertThat(turns.next(Duration.ofSeconds(20))).isEmpty();
    }
}
