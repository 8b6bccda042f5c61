// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.group;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ConsentOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Table;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.GroupAdmin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.OffsetAndMetadata;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.CommittedOffset;
import io.tidemark.v1.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "reset",
        description = "Set the committed offsets of a group without members. Shows what it would do; --yes does it.",
        footer = {
            "",
            "Examples:",
            "  tidemark group reset billing --topic orders --to 2026-01-31T12:00:00Z",
            "  tidemark group reset billing --topic orders --partition 2 --to -100 --yes",
            "  tidemark group reset billing --from-file offsets.csv --yes",
            "",
            "A file has one line for each partition: TOPIC,PARTITION,OFFSET."
        })
final class GroupReset implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "GROUP", description = "Group; made if it is not there.")
    private String groupId = "";

    @Option(names = "--topic", paramLabel = "NAME", description = "Topic.")
    private @Nullable String topic;

    @Option(names = "--partition", paramLabel = "N", description = "This partition only. Default: all.")
    private @Nullable Integer partition;

    @Option(
            names = "--to",
            paramLabel = "WHERE",
            description = "earliest, latest, an offset, a time like 2026-01-31T12:00:00Z, or +N or -N records from the"
                    + " committed offset. Always inside the log.")
    private @Nullable String to;

    @Option(
            names = "--from-file",
            paramLabel = "FILE",
            description = "Take topics, partitions and offsets from a file.")
    private @Nullable Path file;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    GroupReset(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        ClientConfig config = cluster.clientConfig(Map.of());
        try (GroupAdmin admin = session.clients().groups(config)) {
            Map<TopicPartition, Long> before = committed(admin);
            Map<TopicPartition, Long> after = file != null ? fromFile(file) : fromTarget(config, before);
            Table table = new Table("PARTITION", "COMMITTED", "NEW");
            after.forEach((each, offset) -> table.row(each, before.getOrDefault(each, -1L), offset));
            table.print(session.terminal());
            if (consent.isGiven(session.terminal(), "set " + after.size() + " offsets of group " + groupId)) {
                Map<TopicPartition, OffsetAndMetadata> offsets = new LinkedHashMap<>();
                after.forEach((each, offset) -> offsets.put(each, new OffsetAndMetadata(offset)));
                admin.alterGroupOffsets(groupId, offsets);
                session.terminal().line("Set " + after.size() + " offsets of group " + groupId + ".");
            }
        }
        return ExitCode.OK;
    }

    private Map<TopicPartition, Long> committed(GroupAdmin admin) {
        Map<TopicPartition, Long> committed = new LinkedHashMap<>();
        try {
            for (CommittedOffset offset : admin.describeGroup(groupId).getOffsetsList()) {
                committed.put(new TopicPartition(offset.getTopic(), offset.getPartition()), offset.getOffset());
            }
        } catch (TidemarkException e) {
            if (e.code() != ErrorCode.ERROR_CODE_GROUP_NOT_FOUND) {
                throw e;
            }
        }
        return committed;
    }

    private Map<TopicPartition, Long> fromTarget(ClientConfig config, Map<TopicPartition, Long> before) {
        String name = topic;
        String where = to;
        if (name == null || where == null) {
            throw CommandException.usage("say --topic and --to, or --from-file");
        }
        Map<Integer, Long> committed = new TreeMap<>();
        before.forEach((each, offset) -> {
            if (each.topic().equals(name)) {
                committed.put(each.partition(), offset);
            }
        });
        Map<TopicPartition, Long> after = new LinkedHashMap<>();
        try (Consumer consumer = session.clients().consumer(config)) {
            List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                    .filter(each -> partition == null || each.partition() == partition)
                    .toList();
            if (partitions.isEmpty()) {
                throw CommandException.failed("topic " + name + " has no partition " + partition);
            }
            new ResetTarget(where)
                    .offsets(consumer, partitions, committed)
                    .forEach((number, offset) -> after.put(new TopicPartition(name, number), offset));
        }
        return after;
    }

    private static Map<TopicPartition, Long> fromFile(Path file) throws IOException {
        Map<TopicPartition, Long> offsets = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank()) {
                List<String> cells = List.of(line.strip().split(",", -1));
                try {
                    offsets.put(
                            new TopicPartition(cells.get(0), Integer.parseInt(cells.get(1))),
                            Long.parseLong(cells.get(2)));
                } catch (NumberFormatException | IndexOutOfBoundsException e) {
                    throw CommandException.usage("not TOPIC,PARTITION,OFFSET: " + line);
                }
            }
        }
        return offsets;
    }
}
