// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import com.google.gson.stream.JsonWriter;
import io.tidemark.chaos.workload.Operation.Function;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** One event of a history as a line of JSON, in the shape of Jepsen's histories. */
final class HistoryLine {
    private final StringWriter text = new StringWriter();
    private final JsonWriter json = new JsonWriter(text);

    private HistoryLine() {}

    static String invocation(long index, long timeNanos, int process, Function function, List<Step> steps) {
        HistoryLine line = new HistoryLine();
        try {
            line.begin(index, timeNanos, process, "invoke", function);
            line.value(steps, true);
            return line.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String completion(long index, Operation operation, String error) {
        HistoryLine line = new HistoryLine();
        try {
            line.begin(
                    index,
                    operation.completedNanos(),
                    operation.process(),
                    operation.outcome().name().toLowerCase(Locale.ROOT),
                    operation.function());
            line.value(operation.steps(), false);
            if (!error.isEmpty()) {
                line.json.name("error").value(error);
            }
            return line.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String nemesis(long index, long timeNanos, String fault, String value) {
        HistoryLine line = new HistoryLine();
        try {
            line.json.beginObject().name("index").value(index).name("time").value(timeNanos);
            line.json.name("process").value("nemesis").name("type").value("info");
            line.json.name("f").value(fault).name("value").value(value);
            return line.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void begin(long index, long timeNanos, int process, String type, Function function) throws IOException {
        json.beginObject().name("index").value(index).name("time").value(timeNanos);
        json.name("process").value(process).name("type").value(type);
        json.name("f").value(function.name().toLowerCase(Locale.ROOT));
    }

    private String end() throws IOException {
        json.endObject();
        return text.toString();
    }

    private void value(List<Step> steps, boolean isInvocation) throws IOException {
        json.name("value").beginArray();
        for (Step step : steps) {
            json.beginArray();
            if (step instanceof Step.Sent sent) {
                sent(sent, isInvocation);
            } else if (step instanceof Step.Polled polled) {
                polled(polled);
            } else if (step instanceof Step.Listed listed) {
                json.value("list").value(listed.partition()).value(listed.timestampMs());
                json.value(listed.offset());
            } else if (step instanceof Step.Assigned assigned) {
                assigned(assigned);
            } else if (step instanceof Step.Trimmed trimmed) {
                json.value("trim").value(trimmed.partition()).value(trimmed.beforeOffset());
            } else if (step instanceof Step.Register register) {
                json.value("register").value(register.name()).value(register.value());
                if (isInvocation && register.before() != Step.Register.ANY) {
                    json.value(register.before());
                }
            } else {
                group(step);
            }
            json.endArray();
        }
        json.endArray();
    }

    private void sent(Step.Sent sent, boolean isInvocation) throws IOException {
        json.value("send").value(sent.partition());
        if (isInvocation) {
            json.value(sent.value());
            return;
        }
        json.beginArray();
        if (sent.offset() < 0) {
            json.nullValue();
        } else {
            json.value(sent.offset());
        }
        json.value(sent.value()).endArray();
        if (sent.outcome() != Outcome.OK) {
            json.value(sent.outcome().name().toLowerCase(Locale.ROOT));
        }
    }

    private void polled(Step.Polled polled) throws IOException {
        json.value("poll").beginObject().name(String.valueOf(polled.partition()));
        json.beginArray();
        for (PollOperation.Seen seen : polled.records()) {
            json.beginArray().value(seen.offset()).value(seen.value()).endArray();
        }
        json.endArray().endObject();
    }

    private void group(Step step) throws IOException {
        if (step instanceof Step.Owned owned) {
            json.value("own").value(owned.group()).value(owned.generation());
            for (int partition : owned.partitions()) {
                json.value(partition);
            }
        } else if (step instanceof Step.Committed committed) {
            json.value("commit").value(committed.group()).value(committed.partition());
            json.value(committed.generation()).value(committed.offset());
        }
    }

    private void assigned(Step.Assigned assigned) throws IOException {
        json.value(assigned.fromBeginning() ? "assign-from-beginning" : "assign");
        for (int partition : assigned.partitions()) {
            json.value(partition);
        }
    }
}
