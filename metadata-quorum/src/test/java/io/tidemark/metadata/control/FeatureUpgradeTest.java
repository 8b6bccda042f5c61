// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.FormatCluster;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.ClusterCommand.UnregisterBroker;
import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.v1.ErrorCode;
import org.junit.jupiter.api.Test;

class FeatureUpgradeTest {
    @Test
    void aNewClusterBeginsWithTheLatestLevelAndAnOldOneKeepsItsOwn() {
        TestCluster cluster = new TestCluster();
        assertThat(cluster.image.featureLevel()).isEqualTo(FeatureLevel.FIRST);
        cluster.ok(new FormatCluster("alpha", 1));
        assertThat(cluster.image.featureLevel()).isEqualTo(FeatureLevel.LATEST);

        TestCluster old = new TestCluster();
        old.ok(new FormatCluster("alpha", 1, FeatureLevel.FIRST));
        assertThat(old.image.featureLevel()).isEqualTo(FeatureLevel.FIRST);
    }

    @Test
    void whatWasWrittenBeforeThereWereLevelsIsOfTheFirst() throws Exception {
        var written = MetadataCodec.toProto(ClusterImage.EMPTY).toBuilder().clearFeatureLevel();
        assertThat(MetadataCodec.fromProto(written.build()).featureLevel()).isEqualTo(FeatureLevel.FIRST);
    }

    @Test
    void theLevelIsRaisedOnceAndNeverLowered() {
        TestCluster cluster = TestCluster.of(3);
        cluster.ok(new UpgradeFeatures(2));
        assertThat(cluster.image.featureLevel()).isEqualTo(2);
        ClusterImage raised = cluster.image;
        cluster.ok(new UpgradeFeatures(2));
        assertThat(cluster.image).isEqualTo(raised);

        CommandAnswer lowered = cluster.submit(new UpgradeFeatures(1));
        assertThat(lowered.error()).isEqualTo(ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL);
        assertThat(lowered.message()).contains("cannot go back to 1");
        assertThat(cluster.image.featureLevel()).isEqualTo(2);
    }

    @Test
    void aRegisteredBrokerThatDoesNotSupportTheLevelStandsInItsWayUntilItIsUnregistered() {
        TestCluster cluster = TestCluster.of(2);
        cluster.ok(supporting(cluster.registration(7), 1));
        CommandAnswer refused = cluster.submit(new UpgradeFeatures(2));
        assertThat(refused.error()).isEqualTo(ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL);
        assertThat(refused.message()).contains("brokers [7] do not support feature level 2");
        assertThat(cluster.image.featureLevel()).isEqualTo(1);

        cluster.ok(new UnregisterBroker(cluster.life(7)));
        cluster.ok(new UpgradeFeatures(2));
        assertThat(cluster.image.featureLevel()).isEqualTo(2);
    }

    @Test
    void aBrokerThatDoesNotSupportTheClustersLevelIsNotRegistered() {
        TestCluster cluster = TestCluster.of(2);
        cluster.ok(new UpgradeFeatures(2));
        CommandAnswer refused = cluster.submit(supporting(cluster.registration(7), 1));
        assertThat(refused.error()).isEqualTo(ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL);
        assertThat(refused.message()).contains("feature level is 2 and broker 7 supports up to 1");
        assertThat(cluster.image.brokers()).doesNotContainKey(7);
    }

    private static RegisterBroker supporting(RegisterBroker command, int level) {
        return new RegisterBroker(
                command.brokerId(),
                command.incarnationId(),
                command.endpoint(),
                command.rack(),
                command.directoryId(),
                command.previousBrokerEpoch(),
                command.lossy(),
                command.uncleanPartitions(),
                command.replicaSecret(),
                command.observedBrokerEpoch(),
                level);
    }
}
