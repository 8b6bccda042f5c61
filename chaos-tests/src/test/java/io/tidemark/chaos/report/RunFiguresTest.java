// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.PartitionSample;
import io.tidemark.chaos.workload.PartitionSample.Offsets;
import io.tidemark.chaos.workload.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RunFiguresTest {
    private final List<NodeSample> samples = new ArrayList<>();

    private void told(long timeMs, int... leaderEpochs) {
        List<PartitionSample> partitions = new ArrayList<>();
        for (int partition = 0; partition < leaderEpochs.length; partition++) {
            partitions.add(new PartitionSample(
                    partition, "FOLLOWER", 1, leaderEpochs[partition], 0, new Offsets(0, 0, 0), List.of(), 2, ""));
        }
        samples.add(new NodeSample(timeMs * 1_000_000, 1, 5, 1, true, partitions));
    }

    private RunFigures figures() {
        return RunFigures.of(new RunRecord(new History(List.of(), new TreeMap<>()), List.of(), samples, List.of()));
    }

    @Test
    void countLeadersOfPartitionsThatChangeTogetherAsOneMoment() {
        told(1_000, 0, 0, 0);
        told(5_000, 1, 0, 1);
        told(5_200, 1, 2, 1);
        assertThat(figures().elections()).isEqualTo(4);
        assertThat(figures().electionMoments()).isEqualTo(1);
    }

    @Test
    void countChangesThatLieASecondApartAsMomentsOfTheirOwn() {
        told(5_000, 1);
        told(5_999, 2);
        told(6_000, 3);
        assertThat(figures().electionMoments()).isEqualTo(2);
    }

    @Test
    void countNothingTwiceWhenANodeTellsOfOldEpochs() {
        told(5_000, 3);
        told(9_000, 1);
        told(9_500, 3);
        assertThat(figures().electionMoments()).isEqualTo(1);
        assertThat(figures().elections()).isEqualTo(3);
    }
}
