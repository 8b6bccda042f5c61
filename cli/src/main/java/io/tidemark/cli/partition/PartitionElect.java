// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ConsentOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.ElectionKind;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "elect",
        description = "Give partitions back to their preferred leader, or with --unclean to any live replica.")
final class PartitionElect implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "TOPIC", description = "Topic.")
    private String topic = "";

    @Parameters(index = "1..*", paramLabel = "PARTITION", description = "Partition numbers. Default: all.")
    private List<Integer> partitions = new ArrayList<>();

    @Option(
            names = "--unclean",
            description = "Elect a live replica though it may lack acknowledged records, which are then lost.")
    private boolean unclean;

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    PartitionElect(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        String plan = "elect leaders of " + topic + " that may lack acknowledged records";
        if (unclean && !consent.isGiven(session.terminal(), plan)) {
            return ExitCode.OK;
        }
        ElectionKind kind = unclean ? ElectionKind.ELECTION_KIND_UNCLEAN : ElectionKind.ELECTION_KIND_PREFERRED;
        List<PartitionOutcome> outcomes;
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            outcomes = admin.electLeaders(kind, topic, partitions);
        }
        tell(outcomes);
        return outcomes.stream().allMatch(outcome -> isGood(outcome.getError())) ? ExitCode.OK : ExitCode.ERROR;
    }

    private static boolean isGood(ErrorCode error) {
        return error == ErrorCode.ERROR_CODE_UNSPECIFIED || error == ErrorCode.ERROR_CODE_ELECTION_NOT_NEEDED;
    }

    private void tell(List<PartitionOutcome> outcomes) {
        if (!output.isJson()) {
            outcomes.forEach(
                    outcome -> session.terminal().line(topic + "-" + outcome.getPartition() + ": " + words(outcome)));
            return;
        }
        JsonArray array = new JsonArray();
        for (PartitionOutcome outcome : outcomes) {
            JsonObject json = new JsonObject();
            json.addProperty("partition", outcome.getPartition());
            json.addProperty("leader", outcome.getRecord().getLeader());
            json.addProperty("error", outcome.getError().name().replace("ERROR_CODE_", ""));
            array.add(json);
        }
        JsonObject json = new JsonObject();
        json.add("partitions", array);
        session.terminal().json(json);
    }

    private static String words(PartitionOutcome outcome) {
        return switch (outcome.getError()) {
            case ERROR_CODE_UNSPECIFIED -> "led by " + outcome.getRecord().getLeader();
            case ERROR_CODE_ELECTION_NOT_NEEDED -> "nothing to do";
            case ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION -> "there is no such partition";
            case ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE -> "no replica that may lead is up";
            default -> outcome.getError().name();
        };
    }
}
