// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.chaos.Campaign.Planned;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CampaignTest {
    private static Campaign campaign(String... words) {
        Campaign campaign = new Campaign();
        new CommandLine(campaign).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
        return campaign;
    }

    private static void assertRepeats(Campaign campaign) {
        for (Planned run : campaign.planned()) {
            List<String> words = new ArrayList<>(
                    List.of(campaign.replay(run).replace("'", "").split(" ", -1)));
            assertThat(words.subList(0, 2)).containsExactly("chaos-tests/chaos", "campaign");
            Campaign again = campaign(words.subList(2, words.size()).toArray(String[]::new));
            assertThat(again.planned()).containsExactly(run);
            RunPlan first = campaign.plan(run);
            RunPlan second = again.plan(run);
            assertThat(second.load()).isEqualTo(first.load());
            assertThat(second.turn()).isEqualTo(first.turn());
            assertThat(second.topicConfig()).isEqualTo(first.topicConfig());
            assertThat(second.isNamespaced()).isEqualTo(first.isNamespaced());
            assertThat(second.setup().jvmOptions()).isEqualTo(first.setup().jvmOptions());
            assertThat(second.setup().storage()).isEqualTo(first.setup().storage());
        }
    }

    @Test
    void givesACommandThatRepeatsARunOfARow() {
        assertRepeats(campaign(
                "--runs=4",
                "--seed=7",
                "--minutes=0.25",
                "--mix=kill,freeze",
                "--topic-config",
                "segment.bytes=1048576",
                "--topic-config",
                "durability=flushed",
                "--jvm-option=-Xmx300m",
                "--jvm-option=-Dx=a;b"));
    }

    @Test
    void givesACommandThatRepeatsARunOfChosenFaults() {
        assertRepeats(campaign(
                "--runs=2", "--nemesis=kill-leader,partition", "--network=namespaces", "--storage=image", "--turn=9"));
    }

    @Test
    void quotesWhatAShellWouldTakeApart() {
        Campaign campaign = campaign("--mix=kill", "--runs=1", "--jvm-option=-Dx=it's $HOME");
        assertThat(campaign.replay(campaign.planned().get(0))).contains(" --jvm-option '-Dx=it'\\''s $HOME' ");
    }

    @Test
    void letsTheRunsOfEachRowTakeTurnsOneAfterTheOther() {
        Map<String, List<Long>> turns = new java.util.TreeMap<>();
        for (Planned run :
                campaign("--runs=9", "--seed=5", "--mix=kill,freeze,overlap").planned()) {
            turns.computeIfAbsent(run.row().name(), unused -> new ArrayList<>()).add(run.turn());
        }
        assertThat(turns.values()).hasSize(3).allSatisfy(ofRow -> {
            assertThat(ofRow.get(1)).isEqualTo(ofRow.get(0) + 1);
            assertThat(ofRow.get(2)).isEqualTo(ofRow.get(0) + 2);
        });
    }

    @Test
    void goesOnInALaterSittingWithTheTurnAfterTheLast() {
        List<Planned> first =
                campaign("--runs=6", "--seed=1", "--mix=kill,freeze,overlap").planned();
        List<Planned> second =
                campaign("--runs=3", "--seed=7", "--mix=kill,freeze,overlap").planned();
        for (int row = 0; row < 3; row++) {
            assertThat(second.get(row).row()).isEqualTo(first.get(row).row());
            assertThat(second.get(row).turn()).isEqualTo(first.get(row + 3).turn() + 1);
        }
    }
}
