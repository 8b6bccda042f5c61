// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import org.junit.jupiter.api.Test;

class QuorumCommandTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void describesLeaderAndVoters() {
        CommandRun run = CommandRun.of(cluster, "quorum", "describe");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("Leader: 1  Term: 7  Applied index: 41  Feature level: 1\n")
                .contains("Voter: 2  Address: 127.0.0.1:9092  Quorum address: 127.0.0.1:9192\n");
    }

    @Test
    void describesAsJson() {
        JsonObject json = JsonParser.parseString(CommandRun.of(cluster, "quorum", "describe", "-o", "json")
                        .out())
                .getAsJsonObject();

        assertThat(json.get("leader").getAsInt()).isEqualTo(1);
        assertThat(json.getAsJsonArray("voters")).hasSize(3);
    }

    @Test
    void removesAVoterAndShowsTheRest() {
        CommandRun run = CommandRun.of(cluster, "quorum", "remove", "2");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Voter: 1").contains("Voter: 3").doesNotContain("Voter: 2");
    }

    @Test
    void anAddressThatIsNoneIsAUsageError() {
        assertThat(CommandRun.of(cluster, "quorum", "add", "nowhere").exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.of(cluster, "quorum", "add", "localhost:9092").exitCode())
                .isZero();
        assertThat(CommandRun.of(cluster, "quorum", "transfer", "3").exitCode()).isZero();
    }
}
