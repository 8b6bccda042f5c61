// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class PagesTest {
    private static final String GOLDEN = "golden/report.md";
    private static final PageFacts FACTS = new PageFacts("benchmarks compare", Map.of("processor", "a <fast> one"));

    private static final Comparison COMPARISON = new Comparison(List.of(
            ComparisonTest.run("tidemark", 1, 30),
            ComparisonTest.run("kafka", 1, 10),
            ComparisonTest.run("tidemark", 2, 36),
            ComparisonTest.run("kafka", 2, 24),
            latency("tidemark", 500),
            latency("kafka", 2_000),
            new RunResult(
                    "machine",
                    "physical-limits",
                    1,
                    new TreeMap<>(Map.of("memoryCopyMbPerSecond", 3_210.4)),
                    new TreeMap<>(),
                    new TreeMap<>())));

    @Test
    void theMarkdownPageSaysGoalsRatiosAndLimits() throws IOException {
        String page = new MarkdownPage(COMPARISON, FACTS).text();

        if (Boolean.getBoolean("golden.rewrite")) {
            Path golden = Path.of("src", "test", "resources", GOLDEN);
            Files.createDirectories(Objects.requireNonNull(golden.getParent()));
            Files.writeString(golden, page);
        }
        assertThat(page).isEqualTo(golden());
    }

    @Test
    void theHtmlPageIsWholeAndSaysNothingUnescaped() {
        String page = new HtmlPage(COMPARISON, FACTS).text();

        assertThat(page)
                .startsWith("<!doctype html>")
                .contains("a &lt;fast&gt; one")
                .doesNotContain("<fast>")
                .doesNotContain("http-equiv")
                .doesNotContain("src=");
    }

    @Test
    void thePlotsAreWellFormed() {
        String ratios = RatioPlot.picture(COMPARISON.rows());
        String curves = LatencyPlot.picture(COMPARISON.of("latency-1k"), "ack");

        assertThatCode(() -> parse(ratios)).doesNotThrowAnyException();
        assertThatCode(() -> parse(curves)).doesNotThrowAnyException();
        assertThat(curves).contains("class='curve tidemark'").contains("class='curve kafka'");
    }

    private static void parse(String svg) throws Exception {
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static RunResult latency(String system, double micros) {
        return new RunResult(
                system,
                "latency-1k",
                1,
                new TreeMap<>(Map.of("ackP50Micros", micros)),
                new TreeMap<>(Map.of("linger.ms", "0")),
                new TreeMap<>(Map.of(
                        "ack",
                        List.of(
                                new RunResult.CurvePoint(0, micros / 2),
                                new RunResult.CurvePoint(0.5, micros),
                                new RunResult.CurvePoint(1, micros * 50)))));
    }

    private static String golden() throws IOException {
        try (InputStream in = PagesTest.class.getClassLoader().getResourceAsStream(GOLDEN)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
