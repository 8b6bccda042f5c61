// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run as one page that needs nothing else. */
public final class ReportPage {
    private static final double SECOND_NANOS = 1e9;
    private static final int SHOWN = 50;

    private ReportPage() {}

    /** Writes the page; the history lies beside it. */
    public static void write(Path file, String title, Map<String, String> facts, RunRecord run, Verdict verdict)
            throws IOException {
        long endNanos = run.history().operations().stream()
                .mapToLong(operation -> operation.completedNanos())
                .max()
                .orElse(1);
        LoadCharts load = new LoadCharts(run, endNanos);
        StringBuilder page = new StringBuilder();
        page.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(Html.escaped(title))
                .append("</title><style>body{font:14px sans-serif;margin:2em;max-width:1240px}")
                .append("table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:3px 8px;text-align:left;")
                .append("vertical-align:top}h2{font-size:15px}pre{white-space:pre-wrap;background:#f6f6f6;padding:8px}")
                .append("</style></head><body><h1>")
                .append(Html.escaped(title))
                .append("</h1><p><b>")
                .append(Html.escaped(verdict.word()))
                .append("</b></p>");
        facts(page, facts);
        anomalies(page, verdict, file.resolveSibling("history.jsonl"));
        page.append(load.throughput()).append(load.latency()).append(LeadershipChart.of(run, endNanos));
        faults(page, run);
        Files.writeString(file, page.append("</body></html>\n"));
    }

    private static void facts(StringBuilder page, Map<String, String> facts) {
        page.append("<table>");
        facts.forEach((name, value) -> page.append("<tr><th>")
                .append(Html.escaped(name))
                .append("</th><td>")
                .append(Html.escaped(value))
                .append("</td></tr>"));
        page.append("</table>");
    }

    private static void anomalies(StringBuilder page, Verdict verdict, Path history) throws IOException {
        List<String> shown = new ArrayList<>();
        verdict.anomalies()
                .values()
                .forEach(violations -> violations.stream().limit(SHOWN).forEach(shown::add));
        HistoryExcerpt excerpt = HistoryExcerpt.of(history, shown);
        verdict.anomalies().forEach((property, violations) -> {
            page.append("<h2>").append(Html.escaped(property)).append(": ").append(violations.size());
            page.append(" violations</h2><pre>");
            violations.stream().limit(SHOWN).forEach(violation -> {
                page.append(Html.escaped(violation)).append('\n');
                excerpt.of(violation)
                        .forEach(line ->
                                page.append("    ").append(Html.escaped(line)).append('\n'));
            });
            page.append("</pre>");
        });
    }

    private static void faults(StringBuilder page, RunRecord run) {
        page.append("<h2>Faults</h2><table><tr><th>fault</th><th>from, to, whole again (s)</th><th>longest pause of "
                + "writes to partition 0 (ms)</th><th>targets</th><th>evidence</th></tr>");
        List<Long> pausesMs = RunFigures.pausesMs(run);
        for (int i = 0; i < run.faults().size(); i++) {
            FaultRecord fault = run.faults().get(i);
            page.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%s</td><td>%.2f, %.2f, %.2f</td><td>%d</td><td>%s</td><td>%s</td></tr>",
                    Html.escaped(fault.fault()),
                    fault.startNanos() / SECOND_NANOS,
                    fault.endNanos() / SECOND_NANOS,
                    fault.wholeNanos() / SECOND_NANOS,
                    pausesMs.get(i),
                    Html.escaped(fault.targets()),
                    Html.escaped(fault.evidence())));
        }
        page.append("</table>");
    }
}
