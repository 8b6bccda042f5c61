// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a demo came to.
 *
 * @param failovers each kill and what followed, at least one
 * @param written the writer's books
 * @param whileWriting what the reader saw that read along
 * @param afterwards what a reader saw that read everything at the end
 */
record DemoReport(
        List<Failover> failovers,
        WrittenLines written,
        DeliveryProof.Verdict whileWriting,
        DeliveryProof.Verdict afterwards) {
    DemoReport {
        failovers = List.copyOf(failovers);
    }

    boolean isProven() {
        return written.refusedCount() == 0
                && written.acknowledgedCount() == written.sentCount()
                && whileWriting.isProven()
                && afterwards.isProven();
    }

    boolean isMedianBelow(long limitMs) {
        return FailoverTimes.of(failovers).medianMs() < limitMs;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line(
                "records",
                number(written.acknowledgedCount()) + " acknowledged, " + number(afterwards.distinct())
                        + " read back"));
        lines.add(line("lost", number(afterwards.lost())));
        lines.add(line("duplicates", number(afterwards.duplicates())));
        lines.add(line("disorder", number(afterwards.outOfOrder()) + " out of order within their key"));
        if (afterwards.wrong() > 0) {
            lines.add(line("wrong", number(afterwards.wrong()) + " altered or misplaced"));
        }
        if (written.refusedCount() > 0) {
            lines.add(line("refused", number(written.refusedCount()) + " writes failed"));
        }
        failovers.forEach(failover -> lines.add(line("failover", failover.line())));
        if (failovers.size() > 1) {
            addTimes(lines, "all", failovers);
            addTimes(lines, "not quorum", victims(false));
            addTimes(lines, "quorum", victims(true));
        }
        if (!whileWriting.isProven()) {
            lines.add(line("fault", "the consumer that read along saw something else"));
            whileWriting.examples().forEach(example -> lines.add(line("", example)));
        }
        afterwards.examples().forEach(example -> lines.add(line("fault", example)));
        lines.add(
                isProven()
                        ? "PROVEN: every acknowledged line is there exactly once and in order per key."
                        : "NOT PROVEN: see above.");
        return lines;
    }

    /** The failovers whose victim did or did not lead the quorum. */
    private List<Failover> victims(boolean ledQuorum) {
        return failovers.stream()
                .filter(failover -> failover.ledQuorum() == ledQuorum)
                .toList();
    }

    private static void addTimes(List<String> lines, String label, List<Failover> some) {
        if (!some.isEmpty()) {
            lines.add(line(
                    label,
                    some.size() + " failover(s), " + FailoverTimes.of(some).line()));
        }
    }

    private static String line(String label, String text) {
        return String.format(Locale.ROOT, "%-12s%s", label, text);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static void addTimes(JsonObject json, String name, List<Failover> some) {
        if (!some.isEmpty()) {
            json.add(name, FailoverTimes.of(some).toJson());
        }
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("proven", isProven());
        json.addProperty("records", written.acknowledgedCount());
        json.addProperty("refused", written.refusedCount());
        json.addProperty("readBack", afterwards.distinct());
        json.addProperty("losses", afterwards.lost());
        json.addProperty("duplicates", afterwards.duplicates());
        json.addProperty("outOfOrder", afterwards.outOfOrder());
        json.addProperty("wrong", afterwards.wrong());
        json.addProperty("consumerProven", whileWriting.isProven());
        json.addProperty("failoverMs", FailoverTimes.of(failovers).medianMs());
        json.addProperty("victim", failovers.get(0).nodeId());
        json.addProperty("victimLedQuorum", failovers.get(0).ledQuorum());
        json.addProperty("isrWholeMs", failovers.get(0).isrWholeMs());
        JsonArray each = new JsonArray();
        failovers.forEach(failover -> each.add(failover.toJson()));
        json.add("failovers", each);
        addTimes(json, "victimNotQuorumLeader", victims(false));
        addTimes(json, "victimQuorumLeader", victims(true));
        JsonArray faults = new JsonArray();
        whileWriting.examples().forEach(faults::add);
        afterwards.examples().forEach(faults::add);
        json.add("faults", faults);
        return json;
    }
}
