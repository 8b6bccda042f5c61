// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.consumer.GroupConsumer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark consume}: prints each record's value and a newline. */
@Command(
        name = "consume",
        description = "Print each record's value and a newline. Stops at the end seen at the start unless --follow is"
                + " given.",
        footer = {
            "",
            "Examples:",
            "  tidemark consume orders > orders.csv",
            "  tidemark consume orders --partition 2 --from 1000 --max 10 -o json",
            "  tidemark consume orders --from latest --follow",
            "  tidemark consume orders --from 2026-01-31T12:00:00Z -o json"
        })
public final class Consume implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int OUT_BUFFER_SIZE = 1 << 16;
    private static final int GROUP_POLL_RECORDS = 500;

    private final Session session;

    @Parameters(paramLabel = "TOPIC", description = "Topic to read.")
    private String topic = "";

    @Option(
            names = "--from",
            paramLabel = "earliest|latest|OFFSET|TIME",
            defaultValue = "earliest",
            description =
                    "Where to start; a time is like 2026-01-31T12:00:00Z and means the first record at or after it."
                            + " Default: earliest.")
    private String from = "earliest";

    @Option(names = "--partition", paramLabel = "N", description = "Read this partition only. Default: all.")
    private @Nullable Integer partition;

    @Option(names = "--max", paramLabel = "N", description = "Stop after this many records.")
    private long maxRecords = Long.MAX_VALUE;

    @Option(names = "--follow", description = "Go on at the end, waiting for new records, until interrupted.")
    private boolean follow;

    @Option(
            names = "--key-separator",
            paramLabel = "TEXT",
            description = "Print each record's key and this text before the value. Default: no key.")
    private @Nullable String keySeparator;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description =
                    "Read as a member of this group, from its committed offsets, and commit what was printed. Goes on"
                            + " until interrupted or --max.")
    private @Nullable String group;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** The command in a session. */
    public Consume(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        StartPosition start = StartPosition.parse(from);
        if (maxRecords < 0) {
            throw CommandException.usage("--max must not be negative");
        }
        if (group != null) {
            return readInGroup(group);
        }
        // Not closed: standard output belongs to the process.
        OutputStream out = new BufferedOutputStream(session.terminal().rawOut(), OUT_BUFFER_SIZE);
        try (Consumer consumer = session.clients().consumer(cluster.clientConfig(Map.of()))) {
            List<TopicPartition> partitions = partitions(consumer);
            consumer.assign(partitions);
            start.seek(consumer, partitions);
            copy(consumer, ReadGoal.of(consumer, partitions, follow, maxRecords), out);
        } finally {
            out.flush();
        }
        return ExitCode.OK;
    }

    private int readInGroup(String groupId) throws IOException {
        if (partition != null) {
            throw CommandException.usage("the group chooses the partitions: leave --partition out");
        }
        if (!from.equals("earliest") && !from.equals("latest")) {
            throw CommandException.usage(
                    "a group reads from its committed offsets, where there are none from earliest or"
                            + " latest: see 'tidemark group reset' for others");
        }
        int recordsMax = (int) Math.min(maxRecords, GROUP_POLL_RECORDS);
        Map<String, String> settings = Map.of(
                "group.id",
                groupId,
                "enable.auto.commit",
                "false",
                "auto.offset.reset",
                from.equals("latest") ? "latest" : "earliest",
                "max.poll.records",
                String.valueOf(Math.max(1, recordsMax)));
        OutputStream out = new BufferedOutputStream(session.terminal().rawOut(), OUT_BUFFER_SIZE);
        try (GroupConsumer consumer = session.clients().groupConsumer(cluster.clientConfig(settings))) {
            RecordWriter writer = new RecordWriter(out, output.isJson(), keySeparator);
            new GroupReader(session.terminal(), writer, out).copy(consumer, topic, maxRecords);
        } finally {
            out.flush();
        }
        return ExitCode.OK;
    }

    private List<TopicPartition> partitions(Consumer consumer) {
        List<TopicPartition> all = consumer.partitionsFor(topic);
        if (partition == null) {
            return all;
        }
        TopicPartition chosen = new TopicPartition(topic, partition);
        if (!all.contains(chosen)) {
            throw CommandException.failed(
                    "topic " + topic + " has no partition " + partition + ", only 0 to " + (all.size() - 1));
        }
        return List.of(chosen);
    }

    private void copy(Consumer consumer, ReadGoal goal, OutputStream out) throws IOException {
        RecordWriter writer = new RecordWriter(out, output.isJson(), keySeparator);
        while (!goal.isReached(consumer) && !session.terminal().isOutputGone()) {
            for (ConsumerRecord record : consumer.poll(POLL)) {
                if (goal.takes(record)) {
                    writer.write(record);
                }
            }
            if (follow) {
                out.flush();
            }
        }
    }
}
