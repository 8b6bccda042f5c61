// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.ClusterCommand.BeginShutdown;
import io.tidemark.metadata.command.ClusterCommand.FenceBrokers;
import io.tidemark.metadata.command.ClusterCommand.FormatCluster;
import io.tidemark.metadata.command.ClusterCommand.NoOp;
import io.tidemark.metadata.command.ClusterCommand.UnfenceBroker;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.v1.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterControllerTest {
    private final TestCluster cluster = TestCluster.of(2);

    @Test
    void fencingUnfencingAndShutdownAreForTheControllerOnly() {
        List<ClusterCommand> commands = List.of(
                new FenceBrokers(List.of(cluster.life(1))),
                new UnfenceBroker(cluster.life(1)),
                new BeginShutdown(cluster.life(1)));

        assertThat(commands).allSatisfy(command -> {
            Decision decision = ClusterController.decide(cluster.image, command, new CommandContext(99, 0, 0, 0));
            assertThat(decision.delta()).isNull();
            assertThat(decision.answer().error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        });
    }

    @Test
    void aNoOpChangesNothing() {
        assertThat(cluster.ok(new NoOp()).index()).isEqualTo(cluster.image.index());
        assertThat(cluster.last.delta()).isNull();
    }

    @Test
    void aClusterGetsItsIdOnce() {
        cluster.ok(new FormatCluster("alpha", 4_711));
        assertThat(cluster.image.clusterId()).isEqualTo("alpha");

        cluster.ok(new FormatCluster("alpha", 1));
        assertThat(cluster.last.delta()).isNull();
        assertThat(cluster.submit(new FormatCluster("beta", 1)).error())
                .isEqualTo(ErrorCode.ERROR_CODE_INCONSISTENT_CLUSTER_ID);
    }

    @Test
    void producerIdsAreHandedOutOnceFromTheClustersStart() {
        cluster.ok(new FormatCluster("alpha", 4_711));

        assertThat(cluster.ok(new AllocateProducerIds(1_000)).firstProducerId()).isEqualTo(4_711);
        assertThat(cluster.ok(new AllocateProducerIds(1)).firstProducerId()).isEqualTo(5_711);
        assertThat(cluster.image.nextProducerId()).isEqualTo(5_712);
    }

    @Test
    void impossibleProducerIdBlocksAreRefused() {
        assertThat(cluster.submit(new AllocateProducerIds(0)).error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        assertThat(cluster.submit(new AllocateProducerIds(100_001)).error())
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        cluster.ok(new FormatCluster("alpha", Long.MAX_VALUE - 5));
        assertThat(cluster.submit(new AllocateProducerIds(6)).error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
    }

    @Test
    void aShutdownIsBegunOnce() {
        cluster.ok(new BeginShutdown(cluster.life(1)));
        cluster.ok(new BeginShutdown(cluster.life(1)));

        assertThat(cluster.last.delta()).isNull();
        assertThat(cluster.broker(1).inControlledShutdown()).isTrue();
    }

    @Test
    void aBrokerThatShutsDownIsNotUnfenced() {
        cluster.ok(new BeginShutdown(cluster.life(1)));
        cluster.fence(1);

        assertThat(cluster.submit(new UnfenceBroker(cluster.life(1))).error())
                .isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        assertThat(cluster.broker(1).fenced()).isTrue();
    }
}
