// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Home;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.TidemarkException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark demo}: lose a node half-way, and prove that no record is lost. */
@Command(
        name = "demo",
        description = "Start three nodes, stream a text file through them, kill -9 the busiest leader half-way, restart"
                + " it, and prove that every acknowledged line is there exactly once and in order. Ends 0 only then."
                + " Leaves nothing behind.",
        footer = {
            "",
            "Examples:",
            "  tidemark demo",
            "  tidemark demo --input /var/log/syslog --records 100000",
            "  tidemark demo --victim controller -o json",
            "  tidemark demo --failovers 10 --median-below 1000"
        })
public final class DemoCommand implements Callable<Integer> {
    private static final int DEFAULT_PACE = 5_000;
    private static final int FEWEST_RECORDS = 1_000;
    private static final int MOST_RECORDS = 20_000_000;
    private static final int MOST_FAILOVERS = 100;
    /** Seconds that lines are kept ready for, for each of several failovers. */
    private static final int MOST_SECONDS_EACH = 60;

    private final Session session;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Text file to stream. Default: 42,050 lines of postal codes (GeoNames, CC BY 4.0).")
    private @Nullable Path input;

    @Option(
            names = "--records",
            paramLabel = "N",
            description = "Lines to write, from the top again when the file has fewer. Default: the file once.")
    private @Nullable Integer recordCount;

    @Option(
            names = "--pace",
            paramLabel = "N",
            description = "Lines a second; 0 for as fast as it goes. Default: " + DEFAULT_PACE + ".")
    private int linesPerSecond = DEFAULT_PACE;

    @Option(
            names = "--victim",
            paramLabel = "WHICH",
            description = "Whom to kill: ${COMPLETION-CANDIDATES}. Default: busiest.")
    private DemoPlan.Victim victim = DemoPlan.Victim.busiest;

    @Option(
            names = "--failovers",
            paramLabel = "N",
            description = "Kill and restart a leader so often and print how the failover times spread. Writing goes on"
                    + " until the last one is over. Default: 1.")
    private int failoverCount = 1;

    @Option(
            names = "--median-below",
            paramLabel = "MS",
            description =
                    "End 1, too, unless the median failover, from the kill to the first acknowledged write on the last"
                            + " affected partition, took fewer milliseconds than this.")
    private @Nullable Integer medianBelowMs;

    @Option(names = "--keep", description = "Keep the cluster's directory, with its logs, and say where it is.")
    private boolean keepsFiles;

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** The command in a session. */
    public DemoCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        DemoPlan plan = plan();
        Narrator narrator = new Narrator(session.terminal(), output.isJson());
        narrator.tell("input", String.format(Locale.ROOT, "%s, %,d lines to write", plan.input(), plan.recordCount()));
        try (DemoCluster cluster = DemoCluster.create(plan, session)) {
            try {
                return run(plan, narrator, cluster);
            } catch (CommandException | TidemarkException e) {
                if (cluster.isInterrupted()) {
                    // Whatever broke, broke because the nodes were ended; that has been said.
                    return ExitCode.ERROR;
                }
                throw e;
            }
        }
    }

    private int run(DemoPlan plan, Narrator narrator, DemoCluster cluster) throws IOException {
        DemoReport report = new DemoRun(plan, session, narrator, cluster.nodes()).run();
        if (keepsFiles) {
            narrator.tell(
                    "kept",
                    cluster.directory() + ": see it with 'tidemark cluster start --dir " + cluster.directory() + "'");
        }
        if (output.isJson()) {
            session.terminal().json(report.toJson());
        } else {
            report.lines().forEach(session.terminal()::line);
        }
        if (medianBelowMs != null && !report.isMedianBelow(medianBelowMs)) {
            session.terminal().error("the median failover did not take less than " + medianBelowMs + " ms");
            return ExitCode.ERROR;
        }
        return report.isProven() ? ExitCode.OK : ExitCode.ERROR;
    }

    private DemoPlan plan() throws IOException {
        if (recordCount != null) {
            requireEnough(recordCount);
        }
        if (linesPerSecond < 0) {
            throw CommandException.usage("--pace must not be negative");
        }
        if (failoverCount < 1 || failoverCount > MOST_FAILOVERS) {
            throw CommandException.usage("--failovers must be 1 to " + MOST_FAILOVERS + ", not " + failoverCount);
        }
        if (failoverCount > 1 && (recordCount != null || linesPerSecond == 0)) {
            throw CommandException.usage(
                    "--failovers writes until the last is over: leave --records out, and give a" + " --pace above 0");
        }
        Path file = input == null ? Home.ofLauncher().file("data", "zipcodes.csv") : input;
        int lineCount = InputFile.countLines(file);
        return new DemoPlan(file, recordCount(lineCount), linesPerSecond, victim, failoverCount, keepsFiles);
    }

    private int recordCount(int lineCount) {
        if (failoverCount > 1) {
            return (int) Math.min((long) failoverCount * MOST_SECONDS_EACH * linesPerSecond, MOST_RECORDS);
        }
        return recordCount == null ? Math.min(Math.max(lineCount, FEWEST_RECORDS), MOST_RECORDS) : recordCount;
    }

    private static void requireEnough(int records) {
        if (records < FEWEST_RECORDS || records > MOST_RECORDS) {
            throw CommandException.usage("--records must be " + FEWEST_RECORDS + " to " + MOST_RECORDS
                    + ", so that every partition has some before and after the kill; it is " + records);
        }
    }
}
