// SPDX-License-Identifier: Apache-2.0
package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules about the text of the sources that no compiler checks. */
class SourceRulesTest {
    @Test
    void noSourceLeavesWorkForLater() throws IOException {
        assertThat(linesMatching("TO" + "DO|FIX" + "ME|X" + "XX", "src/main/java", "src/test/java"))
                .isEmpty();
    }

    @Test
    void noTestSleepsOrIsDisabled() throws IOException {
        assertThat(linesMatching(
                        "Thread\\s*\\.\\s*sl" + "eep\\(|TimeUnit\\.\\w+\\.sl" + "eep\\(|@Dis" + "abled",
                        "src/test/java"))
                .isEmpty();
    }

    @Test
    void noExceptionIsSwallowedSilently() throws IOException {
        assertThat(linesMatching("catch \\([^)]*\\) *\\{ *\\}", "src/main/java", "src/test/java"))
                .isEmpty();
    }

    private static List<String> linesMatching(String regex, String... roots) throws IOException {
        Pattern pattern = Pattern.compile(regex);
        List<String> found = new ArrayList<>();
        for (Path source : javaSources(roots)) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                if (pattern.matcher(lines.get(i)).find()) {
                    found.add(Repository.ROOT.relativize(source) + ":" + (i + 1) + " "
                            + lines.get(i).trim());
                }
            }
        }
        return found;
    }

    private static List<Path> javaSources(String... roots) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path module : Repository.modules()) {
            for (String root : roots) {
                Path dir = module.resolve(root);
                if (Files.isDirectory(dir)) {
                    try (Stream<Path> files = Files.walk(dir)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        assertThat(sources).as("sources found").isNotEmpty();
        return sources;
    }
}
