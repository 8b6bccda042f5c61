// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Contenders that do the same thing.
 *
 * @param what the thing
 * @param kafka name of the one that the others are compared with
 * @param limit name of the one that shows what the machine can do; also the gauge of how disturbed a round is
 */
record LogTable(String what, String kafka, String limit, List<Contender> contenders) {
    /** Name of the contender whose time is counted separately. */
    static final String CHECKSUM = "checksum alone";

    /** The rounds of a measurement that count. */
    Rounds rounds(List<Measured> results) {
        Measured gauge = named(results, limit);
        return Rounds.undisturbed(gauge.rounds(), gauge::wallMicros);
    }

    List<TableRow> rows(List<Measured> results, Rounds rounds) {
        return results.stream()
                .map(own -> TableRow.of(own, rounds, named(results, kafka), named(results, limit), checksum(results)))
                .toList();
    }

    /** Heading, table and what to know of it. */
    String text(List<TableRow> rows, Rounds rounds, String note) {
        StringBuilder text = new StringBuilder("### ").append(what).append("\n\n");
        boolean apart = has(CHECKSUM);
        text.append("| | µs | processor µs | process µs | bytes allocated | × Kafka | by processor time | × ")
                .append(limit)
                .append(apart ? " | checksum apart |\n" : " |\n")
                .append("|---|---|---|---|---|---|---|---|")
                .append(apart ? "---|\n" : "\n");
        for (TableRow row : rows) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.3f | %.3f | %s | %.1f | %.2f | %.2f | %.2f |",
                    row.name(),
                    row.wallMicros(),
                    row.threadMicros(),
                    Double.isNaN(row.processMicros()) ? "–" : String.format(Locale.ROOT, "%.3f", row.processMicros()),
                    row.allocatedBytes(),
                    row.besideKafka(),
                    row.thriftBesideKafka(),
                    row.besideLimit()));
            text.append(apart ? String.format(Locale.ROOT, " %.2f |%n", row.apartBesideLimit()) : "\n");
        }
        return text.append('\n')
                .append(String.format(
                        Locale.ROOT,
                        "Of %d rounds %d are left out as disturbed: \"%s\" took more than %.1f times its median in them. ",
                        rounds.all(),
                        rounds.disturbed(),
                        limit,
                        Rounds.DISTURBED))
                .append(note)
                .append("\n\n")
                .toString();
    }

    private boolean has(String name) {
        return contenders.stream().anyMatch(contender -> contender.name().equals(name));
    }

    private @Nullable Measured checksum(List<Measured> results) {
        return has(CHECKSUM) ? named(results, CHECKSUM) : null;
    }

    private static Measured named(List<Measured> results, String name) {
        return results.stream()
                .filter(result -> result.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
