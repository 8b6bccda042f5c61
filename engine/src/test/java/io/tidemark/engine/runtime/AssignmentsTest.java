// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.image.PartitionImage;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssignmentsTest {
    private static final PartitionImage LED_BY_2 = TestCluster.partition(2, 4, 4, List.of(1, 2, 3));

    @Test
    void aLeaderThatStaysInSyncMustHearOfItsSuccessorFirst() {
        assertThat(mayServe(LED_BY_2, TestCluster.partition(1, 5, 5, List.of(1, 2, 3))))
                .isFalse();
    }

    @Test
    void aLeaderThatWasReplacedAliveAndLeftTheInSyncReplicasMayServe() {
        assertThat(mayServe(LED_BY_2, TestCluster.partition(1, 5, 5, List.of(1, 3))))
                .isTrue();
        assertThat(mayServe(LED_BY_2, TestCluster.movedTo(1, 5, List.of(1, 3)))).isTrue();
    }

    @Test
    void aFencedLeaderHasNoLease() {
        ClusterImage image = TestCluster.image(9);
        ClusterImage fenced = new ClusterImage(
                9,
                "test",
                image.brokers().plus(2, TestCluster.broker(2, true)),
                image.topics(),
                image.topicIds(),
                image.clusterConfigs(),
                0,
                FeatureLevel.LATEST);

        assertThat(Assignments.of(fenced, TestCluster.partition(1, 5, 5, List.of(1, 3)), LED_BY_2)
                        .predecessorServes())
                .isFalse();
    }

    @Test
    void leaderEpochsThatTheImagePassedOverMayHaveHadAnyReplicaForLeader() {
        PartitionImage before = TestCluster.partition(2, 4, 4, List.of(1, 2));
        PartitionImage next = TestCluster.partition(1, 5, 5, List.of(1, 2));
        PartitionImage later = TestCluster.partition(1, 6, 6, List.of(1, 2));

        assertThat(mayServe(before, next)).isFalse();
        assertThat(mayServe(before, later)).isTrue();
    }

    @Test
    void aPartitionThatIsSeenForTheFirstTimeHasAPastUnlessItIsNew() {
        ClusterImage image = TestCluster.image(9);

        assertThat(Assignments.of(image, TestCluster.partition(1, 0, 0, List.of(1, 2)), null)
                        .predecessorServes())
                .isFalse();
        assertThat(Assignments.of(image, TestCluster.partition(1, 3, 3, List.of(1, 2)), null)
                        .predecessorServes())
                .isTrue();
        assertThat(Assignments.of(image, TestCluster.partition(1, 3, 3, List.of(1, 2, 3)), null)
                        .predecessorServes())
                .isFalse();
    }

    private static boolean mayServe(PartitionImage before, PartitionImage after) {
        return Assignments.of(TestCluster.image(9), after, before).predecessorServes();
    }
}
