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
 * @param casualty the node that was killed
 * @param failoverMs kill to the first acknowledged write on the last affected partition, milliseconds
 * @param isrWholeMs restart to every replica in sync, milliseconds
 * @param written the writer's books
 * @param whileWriting what the reader saw that read along
 * @param afterwards what a reader saw that read everything at the end
 */
record DemoReport(
        Casualty casualty,
        long failoverMs,
        long isrWholeMs,
        WrittenLines written,
        DeliveryProof.Verdict whileWriting,
        DeliveryProof.Verdict afterwards) {

    /**
     * The node that was killed.
     *
     * @param nodeId node id
     * @param ledQuorum whether it led the metadata quorum
     * @param affectedPartitions partitions that it led
     */
    record Casualty(int nodeId, boolean ledQuorum, List<Integer> affectedPartitions) {
        Casualty {
            affectedPartitions = List.copyOf(affectedPartitions);
        }
    }

    boolean isProven() {
        return written.refusedCount() == 0
                && written.acknowledgedCount() == written.sentCount()
                && whileWriting.isProven()
                && afterwards.isProven();
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
        lines.add(line(
                "failover",
                String.format(
                        Locale.ROOT,
                        "%d ms from kill -9 of node %d (%s) to the first acknowledged write on the last of %d partition(s)",
                        failoverMs,
                        casualty.nodeId(),
                        casualty.ledQuorum() ? "which also led the quorum" : "which did not lead the quorum",
                        casualty.affectedPartitions().size())));
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

    private static String line(String label, String text) {
        return String.format(Locale.ROOT, "%-12s%s", label, text);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
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
        json.addProperty("failoverMs", failoverMs);
        json.addProperty("isrWholeMs", isrWholeMs);
        json.addProperty("victim", casualty.nodeId());
        json.addProperty("victimLedQuorum", casualty.ledQuorum());
        JsonArray affected = new JsonArray();
        casualty.affectedPartitions().forEach(affected::add);
        json.add("affectedPartitions", affected);
        JsonArray faults = new JsonArray();
        whileWriting.examples().forEach(faults::add);
        afterwards.examples().forEach(faults::add);
        json.add("faults", faults);
        return json;
    }
}
