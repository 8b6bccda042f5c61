// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import com.google.gson.JsonObject;
import io.tidemark.cli.health.SilentNodes;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.topic.TopicText;
import io.tidemark.client.Header;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.v1.TopicDescription;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark produce}: each line of the input becomes one record, byte for byte. */
@Command(
        name = "produce",
        description = "Write each line of a file or of standard input as one record. Ends 0 only if every line was"
                + " acknowledged.",
        footer = {
            "",
            "Examples:",
            "  tidemark produce orders --file orders.csv",
            "  echo 'alice:one apple' | tidemark produce orders --key-separator : --header source=shop",
            "  tidemark consume orders -o json | tidemark produce copy --input json"
        })
public final class Produce implements Callable<Integer> {
    /** Longer than a failover takes, and short for a person who waits. */
    private static final int STALL_MS = 3_000;

    private final Session session;

    @Parameters(paramLabel = "TOPIC", description = "Topic to write to.")
    private String topic = "";

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Input. Default: standard input.")
    private @Nullable Path file;

    @Option(
            names = "--key-separator",
            paramLabel = "TEXT",
            description = "What stands between key and value in each line. Default: lines have no key.")
    private @Nullable String keySeparator;

    /** What a line of the input is. */
    enum InputForm {
        /** A value, or with --key-separator a key and a value. */
        lines,
        /** A record as consume -o json prints it. */
        json
    }

    @Option(
            names = "--input",
            paramLabel = "FORM",
            defaultValue = "lines",
            description =
                    "What a line is: lines, a value; json, a record as 'consume -o json' prints it, with key, headers"
                            + " and time. Default: lines.")
    private InputForm input = InputForm.lines;

    @Option(
            names = "--header",
            paramLabel = "KEY=VALUE",
            description = "A header of every record; may be repeated. Not with --input json.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(names = "--partition", paramLabel = "N", description = "Write to this partition only.")
    private @Nullable Integer partition;

    @Option(
            names = "--acks",
            paramLabel = "all|1|0",
            defaultValue = "all",
            description = "Who must hold a record before it counts: all in-sync replicas, the leader, nobody. Default:"
                    + " all.")
    private String acks = "all";

    @Option(
            names = "--compression",
            paramLabel = "CODEC",
            description = "none, gzip, snappy, lz4 or zstd. Default: the client's.")
    private @Nullable String compression;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** The command in a session. */
    public Produce(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        if (input == InputForm.json && (keySeparator != null || !headers.isEmpty())) {
            throw CommandException.usage("with --input json the lines name keys and headers themselves");
        }
        long startNanos = System.nanoTime();
        PendingWrites writes = new PendingWrites();
        long lineCount;
        try (InputStream in = open();
                Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            checkTopic(admin);
            try (LineReader lines = new LineReader(in);
                    StallWatch watch = new StallWatch(
                            session.terminal(),
                            admin,
                            () -> SilentNodes.known(admin),
                            writes::acknowledged,
                            writes::sent,
                            STALL_MS);
                    Producer producer = session.clients().producer(cluster.clientConfig(producerConfig()))) {
                watch.start();
                lineCount = send(lines, producer, writes);
                producer.flush();
            } finally {
                session.terminal().clearProgress();
            }
        }
        PendingWrites.Failure failure = writes.firstFailure();
        if (failure != null) {
            throw CommandException.failed("line " + failure.lineNumber() + ": "
                    + failure.cause().getMessage() + " (" + writes.acknowledged() + " of " + lineCount
                    + " lines sent were acknowledged)");
        }
        report(writes.acknowledged(), (System.nanoTime() - startNanos) / 1_000_000);
        return ExitCode.OK;
    }

    /** Even an input without lines must not succeed on a topic that does not exist. */
    private void checkTopic(Admin admin) {
        TopicDescription found = TopicText.requireFound(admin.describeTopics(List.of(topic)));
        if (partition != null) {
            TopicText.requirePartition(found, partition);
        }
    }

    private InputStream open() throws IOException {
        if (file == null) {
            return new FilterInputStream(System.in) {
                @Override
                public void close() {
                    // The process's input is not this command's to close.
                }
            };
        }
        if (!Files.isRegularFile(file) && !Files.isReadable(file)) {
            throw CommandException.failed("cannot read " + file + ": no such file");
        }
        if (Files.isDirectory(file)) {
            throw CommandException.failed("cannot read " + file + ": it is a directory");
        }
        return Files.newInputStream(file);
    }

    private Map<String, String> producerConfig() {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("acks", acks);
        if (!acks.equals("all") && !acks.equals("-1")) {
            config.put("enable.idempotence", "false");
        }
        if (compression != null) {
            config.put("compression.type", compression);
        }
        return config;
    }

    /** Sends lines until the input ends or a write fails; returns how many were sent. */
    private long send(LineReader lines, Producer producer, PendingWrites writes) throws IOException {
        OptionalInt target = partition == null ? OptionalInt.empty() : OptionalInt.of(partition);
        List<Header> everyHeader = headers.entrySet().stream()
                .map(header -> new Header(header.getKey(), header.getValue().getBytes(StandardCharsets.UTF_8)))
                .toList();
        InputProgress progress = new InputProgress(session.terminal(), inputBytes(), System.nanoTime());
        long lineNumber = 0;
        for (byte[] line = lines.next(); line != null && writes.firstFailure() == null; line = lines.next()) {
            lineNumber++;
            writes.add(lineNumber, producer.send(record(line, lineNumber, target, everyHeader)));
            progress.show(lines.readBytes(), writes.acknowledged(), System.nanoTime());
        }
        return lineNumber;
    }

    /** Size of the input; 0 when it is not known. */
    private long inputBytes() throws IOException {
        return file != null && Files.isRegularFile(file) ? Files.size(file) : 0;
    }

    private ProducerRecord record(byte[] line, long lineNumber, OptionalInt target, List<Header> everyHeader) {
        if (input == InputForm.json) {
            return JsonLine.read(line, lineNumber, topic, target);
        }
        KeyedLine keyed = keyed(line, lineNumber);
        return new ProducerRecord(topic, target, OptionalLong.empty(), keyed.key(), keyed.value(), everyHeader);
    }

    private KeyedLine keyed(byte[] line, long lineNumber) {
        if (keySeparator == null || keySeparator.isEmpty()) {
            return new KeyedLine(null, line);
        }
        KeyedLine keyed = KeyedLine.split(line, keySeparator.getBytes(StandardCharsets.UTF_8));
        if (keyed == null) {
            throw CommandException.failed(
                    "line " + lineNumber + " has no '" + keySeparator + "'; the lines before it were written");
        }
        return keyed;
    }

    private void report(long records, long elapsedMs) {
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("topic", topic);
            json.addProperty("records", records);
            json.addProperty("elapsedMs", elapsedMs);
            session.terminal().json(json);
        } else {
            session.terminal()
                    .line(String.format(
                            Locale.ROOT, "Wrote %d record(s) to %s in %.1f s.", records, topic, elapsedMs / 1000.0));
        }
    }
}
