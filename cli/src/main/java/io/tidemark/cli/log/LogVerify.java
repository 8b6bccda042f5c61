// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.log;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Table;
import io.tidemark.engine.log.chronicle.LogInspector;
import io.tidemark.engine.log.chronicle.LogVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark log verify}: reads every byte and checks it. */
@Command(
        name = "verify",
        description = "Read every byte of a stopped node's logs and check it: checksums, offsets, missing segments.",
        footer = {
            "",
            "DIR is a node's data directory, its topics directory, or the directory of one log.",
            "Exit code 0 if all is sound, 3 if not.",
            "",
            "Example:",
            "  tidemark log verify data/1"
        })
final class LogVerify implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "DIR", description = "Where the logs are.")
    private Path directory = Path.of("");

    @Mixin
    private OutputOptions output = new OutputOptions();

    LogVerify(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<LogVerdict> verdicts = new ArrayList<>();
        try (LogInspector inspector = LogInspector.open(directory)) {
            for (String log : inspector.logs()) {
                verdicts.add(inspector.verify(log));
            }
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
        if (output.isJson()) {
            session.terminal().json(json(verdicts));
        } else {
            print(verdicts);
        }
        return verdicts.stream().allMatch(LogVerdict::isSound) ? ExitCode.OK : ExitCode.UNHEALTHY;
    }

    private void print(List<LogVerdict> verdicts) {
        Table table = new Table("LOG", "STATE", "CLOSED", "START", "END", "EPOCH", "SEGMENTS", "BYTES");
        for (LogVerdict verdict : verdicts) {
            table.row(
                    name(verdict),
                    state(verdict),
                    verdict.clean() ? "cleanly" : "no",
                    verdict.logStartOffset(),
                    verdict.logEndOffset(),
                    verdict.lastEpoch(),
                    verdict.segments(),
                    verdict.sizeBytes());
        }
        table.print(session.terminal());
        for (LogVerdict verdict : verdicts) {
            verdict.faults().forEach(fault -> session.terminal().line(name(verdict) + ": " + fault));
        }
    }

    private static String name(LogVerdict verdict) {
        return verdict.log().topic() + "-" + verdict.log().partition();
    }

    private static String state(LogVerdict verdict) {
        if (verdict.isSound()) {
            return "sound";
        }
        return verdict.damaged() ? "damaged" : "torn";
    }

    private static JsonObject json(List<LogVerdict> verdicts) {
        JsonArray logs = new JsonArray();
        for (LogVerdict verdict : verdicts) {
            JsonObject log = new JsonObject();
            log.addProperty("topic", verdict.log().topic());
            log.addProperty("topicId", verdict.log().topicId().toString());
            log.addProperty("partition", verdict.log().partition());
            log.addProperty("state", state(verdict));
            log.addProperty("closedCleanly", verdict.clean());
            log.addProperty("logStartOffset", verdict.logStartOffset());
            log.addProperty("logEndOffset", verdict.logEndOffset());
            log.addProperty("lastEpoch", verdict.lastEpoch());
            log.addProperty("segments", verdict.segments());
            log.addProperty("sizeBytes", verdict.sizeBytes());
            JsonArray faults = new JsonArray();
            verdict.faults().forEach(faults::add);
            log.add("faults", faults);
            logs.add(log);
        }
        JsonObject json = new JsonObject();
        json.addProperty("sound", verdicts.stream().allMatch(LogVerdict::isSound));
        json.add("logs", logs);
        return json;
    }
}
