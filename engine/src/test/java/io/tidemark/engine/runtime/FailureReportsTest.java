// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FailureReportsTest {
    private static final PartitionKey KEY = new PartitionKey(TestCluster.TOPIC_ID, 0);

    private final List<List<PartitionKey>> sent = new ArrayList<>();
    private final List<CompletableFuture<CommandAnswer>> answers = new ArrayList<>();
    private ClusterImage image = led(1, 4, List.of(1, 2));
    private final FailureReports reports = new FailureReports(1, () -> image, failed -> {
        sent.add(failed);
        CompletableFuture<CommandAnswer> answer = new CompletableFuture<>();
        answers.add(answer);
        return answer;
    });

    private static ClusterImage led(int leader, int leaderEpoch, List<Integer> isr) {
        return TestCluster.image(5, TestCluster.topic(TestCluster.partition(leader, leaderEpoch, leaderEpoch, isr)));
    }

    @Test
    void saysNothingWhileNothingFailed() {
        reports.run();

        assertThat(sent).isEmpty();
    }

    @Test
    void tellsOfAFailedLogUntilNobodyCountsOnIt() {
        reports.logFailed(KEY, "input/output error");
        reports.run();
        reports.run();
        assertThat(sent).containsExactly(List.of(KEY));

        answers.get(0).complete(CommandAnswer.failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "", -1));
        reports.run();
        assertThat(sent).hasSize(2);

        answers.get(1).complete(CommandAnswer.ok(6));
        image = led(2, 5, List.of(2));
        reports.run();
        assertThat(sent).hasSize(2);
    }

    @Test
    void tellsAgainWhenAFailedReplicaIsElected() {
        reports.logFailed(KEY, "input/output error");
        image = led(2, 5, List.of(2));
        reports.run();
        assertThat(sent).isEmpty();

        image = led(1, 6, List.of(1));
        reports.run();

        assertThat(sent).containsExactly(List.of(KEY));
    }

    @Test
    void tellsOfADamagedReplicaThatIsNotInSyncUntilItsEpochIsOver() {
        image = led(2, 5, List.of(2));
        reports.logFailed(KEY, "damage found");
        reports.awaitsFence(KEY, 5);
        reports.run();
        assertThat(sent).containsExactly(List.of(KEY));

        answers.get(0).complete(CommandAnswer.ok(6));
        image = led(2, 6, List.of(2));
        reports.run();

        assertThat(sent).hasSize(1);
    }

    @Test
    void forgetsThatItGaveUpOnceAnotherLeads() {
        reports.giveUpLeadership(KEY, 4, "a flush hangs");
        reports.run();
        assertThat(sent).hasSize(1);

        answers.get(0).complete(CommandAnswer.ok(6));
        image = led(2, 5, List.of(1, 2));
        reports.run();

        assertThat(sent).hasSize(1);
    }

    @Test
    void aLeaderThatIsAloneInSyncStaysUntilSomebodyCanReplaceIt() {
        image = led(1, 4, List.of(1));
        reports.giveUpLeadership(KEY, 4, "a flush hangs");
        reports.run();
        assertThat(sent).isEmpty();

        image = led(1, 4, List.of(1, 2));
        reports.run();

        assertThat(sent).containsExactly(List.of(KEY));
    }

    @Test
    void aFailedLogIsToldOfEvenIfNobodyElseIsInSync() {
        image = led(1, 4, List.of(1));
        reports.logFailed(KEY, "input/output error");

        reports.run();

        assertThat(sent).containsExactly(List.of(KEY));
    }

    @Test
    void saysNothingOfADeletedPartition() {
        reports.logFailed(KEY, "input/output error");
        image = TestCluster.image(6);
        reports.run();

        assertThat(sent).isEmpty();
    }
}
