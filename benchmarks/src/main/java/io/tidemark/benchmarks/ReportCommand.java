// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import io.tidemark.benchmarks.report.Comparison;
import io.tidemark.benchmarks.report.HtmlPage;
import io.tidemark.benchmarks.report.MarkdownPage;
import io.tidemark.benchmarks.report.PageFacts;
import io.tidemark.benchmarks.report.ResultFile;
import io.tidemark.benchmarks.report.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code benchmarks report}: pages from results. */
@Command(name = "report", description = "Make the pages from results of earlier runs.")
final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "Results, JSON lines.")
    private Path results = Path.of("");

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Where the table goes; default beside the results.")
    private @Nullable Path markdown;

    @Option(names = "--html", paramLabel = "FILE", description = "Where the plots go; default beside the results.")
    private @Nullable Path html;

    @Override
    public Integer call() throws IOException {
        Path beside = results.toAbsolutePath().resolveSibling("report");
        write(
                new ResultFile(results).read(),
                "java -jar benchmarks.jar report",
                markdown == null ? beside.resolveSibling("report.md") : markdown,
                html == null ? beside.resolveSibling("report.html") : html);
        return 0;
    }

    static void write(List<RunResult> results, String command, Path markdown, Path html) throws IOException {
        PageFacts facts = new PageFacts(command, MachineFacts.collect());
        Comparison comparison = new Comparison(results);
        Files.writeString(markdown, new MarkdownPage(comparison, facts).text());
        Files.writeString(html, new HtmlPage(comparison, facts).text());
        System.out.println("wrote " + markdown + " and " + html);
    }
}
