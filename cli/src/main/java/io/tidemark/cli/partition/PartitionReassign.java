// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionOutcome;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.Reassignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "reassign",
        description = "Move a partition to other replicas; it ends by itself when they are in sync.")
final class PartitionReassign implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "TOPIC", description = "Topic.")
    private String topic = "";

    @Parameters(index = "1", paramLabel = "PARTITION", description = "Partition number.")
    private int partition;

    @ArgGroup(multiplicity = "1")
    private Target target = new Target();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** Where to. */
    static final class Target {
        @Option(
                names = "--replicas",
                split = ",",
                paramLabel = "ID",
                description = "Broker ids, the preferred leader first.")
        private List<Integer> replicas = new ArrayList<>();

        @Option(names = "--cancel", description = "Call off the move that is under way.")
        private boolean cancel;
    }

    PartitionReassign(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        Reassignment move = Reassignment.newBuilder()
                .setTopic(topic)
                .setPartition(partition)
                .addAllReplicas(target.cancel ? List.of() : target.replicas)
                .build();
        PartitionOutcome outcome;
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            outcome = admin.reassign(List.of(move)).get(0);
        }
        if (outcome.getError() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            session.terminal().error("partition " + topic + "-" + partition + ": " + reason(outcome.getError()));
            return ExitCode.ERROR;
        }
        tell(outcome.getRecord());
        return ExitCode.OK;
    }

    private void tell(PartitionRecord record) {
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("topic", topic);
            json.addProperty("partition", partition);
            json.add("replicas", new Gson().toJsonTree(record.getReplicasList()));
            json.add("adding", new Gson().toJsonTree(record.getAddingList()));
            json.add("removing", new Gson().toJsonTree(record.getRemovingList()));
            session.terminal().json(json);
        } else {
            session.terminal()
                    .line("Topic: " + topic + "  Partition: " + partition + "  Replicas: " + record.getReplicasList()
                            + "  Adding: " + record.getAddingList() + "  Removing: " + record.getRemovingList());
        }
    }

    private static String reason(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION -> "there is no such partition";
            case ERROR_CODE_INVALID_REPLICATION_FACTOR -> "the replicas must be registered brokers, each named once";
            case ERROR_CODE_NO_REASSIGNMENT_IN_PROGRESS -> "no move is under way";
            case ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE ->
                "too few of the replicas that would stay are in sync; bring them back first";
            default -> error.name();
        };
    }
}
