// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code java -jar benchmarks.jar}. */
@Command(
        name = "benchmarks",
        description = "Loads on whole clusters, beside Apache Kafka.",
        mixinStandardHelpOptions = true,
        subcommands = {
            CompareCommand.class,
            RunCommand.class,
            ReportCommand.class,
            LimitsCommand.class,
            LogCommand.class,
            LogFillCommand.class
        })
public final class BenchmarksMain {
    private BenchmarksMain() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        // As the launcher of a node does.
        for (String part : List.of("analytics", "announcer", "disk.monitor")) {
            System.setProperty("chronicle." + part + ".disable", "true");
        }
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchmarksMain()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
