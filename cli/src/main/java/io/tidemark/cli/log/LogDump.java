// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.log;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.engine.log.chronicle.LogInspector;
import io.tidemark.engine.log.chronicle.StoredRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark log dump}: every record in the files, one a line. */
@Command(
        name = "dump",
        description = "Print every batch, epoch, truncation and gap in the files of a stopped node's logs.",
        footer = {
            "",
            "DIR is a node's data directory, its topics directory, or the directory of one log.",
            "As JSON it is one object a line. Exit code 3 if something cannot be read.",
            "",
            "Example:",
            "  tidemark log dump data/1/topics/orders-0.0f7c... --live"
        })
final class LogDump implements Callable<Integer> {
    private static final String LINE = "%8s %11s  %-8s %-4s %12s %12s %6s %7s %9s  %s";

    private final Session session;

    @Parameters(paramLabel = "DIR", description = "Where the logs are.")
    private Path directory = Path.of("");

    @Option(names = "--live", description = "Leave out what was cut away or trimmed.")
    private boolean liveOnly;

    @Mixin
    private OutputOptions output = new OutputOptions();

    private boolean faulty;

    LogDump(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (LogInspector inspector = LogInspector.open(directory)) {
            for (String log : inspector.logs()) {
                dump(inspector, log);
            }
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
        return faulty ? ExitCode.UNHEALTHY : ExitCode.OK;
    }

    private void dump(LogInspector inspector, String log) throws IOException {
        if (!output.isJson()) {
            session.terminal().line(log);
            session.terminal()
                    .line(String.format(
                            Locale.ROOT,
                            LINE,
                            "SEGMENT",
                            "POSITION",
                            "KIND",
                            "LIVE",
                            "BASE",
                            "END",
                            "EPOCH",
                            "RECORDS",
                            "BYTES",
                            "DETAIL"));
        }
        inspector.dump(log, record -> {
            faulty |= record.kind() == StoredRecord.Kind.FAULT;
            if (record.live() || !liveOnly) {
                print(log, record);
            }
        });
    }

    private void print(String log, StoredRecord record) {
        if (output.isJson()) {
            session.terminal().compactJson(json(log, record));
            return;
        }
        session.terminal()
                .line(String.format(
                        Locale.ROOT,
                        LINE,
                        record.segmentNumber(),
                        record.position(),
                        record.kind(),
                        record.live() ? "yes" : "no",
                        record.baseOffset(),
                        record.endOffset(),
                        record.leaderEpoch(),
                        record.count(),
                        record.sizeBytes(),
                        detail(record)));
    }

    private static String detail(StoredRecord record) {
        return record.producerId() < 0
                ? record.detail()
                : record.detail() + ", producer " + record.producerId() + " epoch " + record.producerEpoch()
                        + " sequence " + record.baseSequence();
    }

    private static JsonObject json(String log, StoredRecord record) {
        JsonObject json = new JsonObject();
        json.addProperty("log", log);
        json.addProperty("segment", record.segmentNumber());
        json.addProperty("position", record.position());
        json.addProperty("kind", record.kind().name().toLowerCase(Locale.ROOT));
        json.addProperty("live", record.live());
        json.addProperty("baseOffset", record.baseOffset());
        json.addProperty("endOffset", record.endOffset());
        json.addProperty("leaderEpoch", record.leaderEpoch());
        json.addProperty("count", record.count());
        json.addProperty("sizeBytes", record.sizeBytes());
        json.addProperty("maxTimestampMs", record.maxTimestampMs());
        json.addProperty("producerId", record.producerId());
        json.addProperty("producerEpoch", record.producerEpoch());
        json.addProperty("baseSequence", record.baseSequence());
        json.addProperty("appendMs", record.appendMs());
        json.addProperty("detail", record.detail());
        return json;
    }
}
