// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How long several failovers took.
 *
 * @param sortedMs milliseconds, ascending; at least one
 */
record FailoverTimes(List<Long> sortedMs) {
    static FailoverTimes of(List<Failover> failovers) {
        return new FailoverTimes(
                failovers.stream().map(Failover::elapsedMs).sorted().toList());
    }

    long minMs() {
        return sortedMs.get(0);
    }

    long maxMs() {
        return sortedMs.get(sortedMs.size() - 1);
    }

    /** The middle one; of two in the middle their mean, rounded up. */
    long medianMs() {
        int middle = sortedMs.size() / 2;
        return sortedMs.size() % 2 == 1
                ? sortedMs.get(middle)
                : (sortedMs.get(middle - 1) + sortedMs.get(middle) + 1) / 2;
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "median %d ms, %d to %d ms: %s",
                medianMs(),
                minMs(),
                maxMs(),
                sortedMs.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("count", sortedMs.size());
        json.addProperty("minMs", minMs());
        json.addProperty("medianMs", medianMs());
        json.addProperty("maxMs", maxMs());
        return json;
    }
}
