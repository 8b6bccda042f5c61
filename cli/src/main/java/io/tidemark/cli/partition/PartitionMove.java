// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.topic.TopicText;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.Reassignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "move",
        description = "Move one replica of a partition from a broker to another; the others stay where they are.",
        footer = {"", "Example:", "  tidemark partition move orders 0 --from 2 --to 4"})
final class PartitionMove implements Callable<Integer> {
    private final Session session;

    @Parameters(index = "0", paramLabel = "TOPIC", description = "Topic.")
    private String topic = "";

    @Parameters(index = "1", paramLabel = "PARTITION", description = "Partition number.")
    private int partition;

    @Option(names = "--from", required = true, paramLabel = "ID", description = "Broker that has the replica.")
    private int from;

    @Option(names = "--to", required = true, paramLabel = "ID", description = "Broker that shall have it.")
    private int to;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    PartitionMove(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            Reassignment move = Reassignment.newBuilder()
                    .setTopic(topic)
                    .setPartition(partition)
                    .addAllReplicas(moved(replicas(admin)))
                    .build();
            return MoveOrders.carryOut(session.terminal(), output, admin, List.of(move));
        }
    }

    private List<Integer> replicas(Admin admin) {
        PartitionRecord record =
                TopicText.requirePartition(TopicText.requireFound(admin.describeTopics(List.of(topic))), partition);
        List<Integer> staying = new ArrayList<>(record.getReplicasList());
        staying.removeAll(record.getRemovingList());
        return staying;
    }

    private List<Integer> moved(List<Integer> replicas) {
        int place = replicas.indexOf(from);
        if (place < 0 || replicas.contains(to)) {
            throw CommandException.failed("the replicas of " + topic + "-" + partition + " are on brokers " + replicas
                    + ": --from names one of them, --to another broker");
        }
        List<Integer> moved = new ArrayList<>(replicas);
        moved.set(place, to);
        return moved;
    }
}
