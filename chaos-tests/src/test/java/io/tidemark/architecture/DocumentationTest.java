// SPDX-License-Identifier: Apache-2.0
package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents name only what exists: every link to a file is alive, and every class that is named is there. */
class DocumentationTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(#[^)]*)?\\)");
    private static final Pattern METHOD = Pattern.compile("`(?:[a-z]+\\.)*([A-Z]\\w+)#(\\w+)`");

    private static final Pattern CLASS_NAME =
            Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+)(?:\\.[a-zA-Z]+)?(?:\\(\\))?`");

    @Test
    void everyLinkToAFileIsAlive() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path document : documents()) {
            Matcher links = LINK.matcher(Files.readString(document));
            while (links.find()) {
                String target = links.group(1);
                boolean outside = target.contains("://") || target.startsWith("mailto:");
                if (!outside && !Files.exists(document.resolveSibling(target))) {
                    dead.add(Repository.ROOT.relativize(document) + " -> " + target);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void everyClassThatIsNamedExists() throws IOException {
        Set<String> known = sourceNames();
        Set<String> missing = new TreeSet<>();
        for (Path document : documents()) {
            if (isAboutOtherLanguages(document)) {
                continue;
            }
            Matcher names = CLASS_NAME.matcher(Files.readString(document));
            while (names.find()) {
                if (!known.contains(names.group(1))) {
                    missing.add(Repository.ROOT.relativize(document) + ": " + names.group(1));
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyMethodThatIsNamedExists() throws IOException {
        Map<String, String> classes = new TreeMap<>();
        sources().forEach((file, source) -> {
            String name = file.getFileName().toString();
            classes.merge(name.substring(0, name.lastIndexOf('.')), source, String::concat);
        });
        Set<String> missing = new TreeSet<>();
        for (Path document : documents()) {
            Matcher names = METHOD.matcher(Files.readString(document));
            while (names.find()) {
                String source = classes.getOrDefault(names.group(1), "");
                if (!Pattern.compile(" " + names.group(2) + "[(,)]")
                        .matcher(source)
                        .find()) {
                    missing.add(Repository.ROOT.relativize(document) + ": " + names.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Names of all source files, and of all types and messages declared in them. */
    private static Set<String> sourceNames() throws IOException {
        Pattern declared =
                Pattern.compile("\\b(?:class|interface|record|enum|message|service|rpc)\\s+([A-Z][A-Za-z0-9]+)");
        Set<String> names = new TreeSet<>();
        for (String source : sources().values()) {
            Matcher types = declared.matcher(source);
            while (types.find()) {
                names.add(types.group(1));
            }
        }
        return names;
    }

    private static Map<Path, String> sources() throws IOException {
        Map<Path, String> sources = new TreeMap<>();
        for (Path module : Repository.modules()) {
            try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    if (file.toString().endsWith(".java") || file.toString().endsWith(".proto")) {
                        sources.put(file, Files.readString(file));
                    }
                }
            }
        }
        return sources;
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> top = Files.list(Repository.ROOT)) {
            top.filter(DocumentationTest::isMarkdown).forEach(documents::add);
        }
        try (Stream<Path> docs = Files.walk(Repository.ROOT.resolve("docs"))) {
            docs.filter(DocumentationTest::isMarkdown)
                    .filter(file -> !file.toString().contains("node_modules"))
                    .forEach(documents::add);
        }
        return documents;
    }

    private static boolean isAboutOtherLanguages(Path document) {
        return document.endsWith("docs/clients.md") || document.toString().contains("docs/examples");
    }

    private static boolean isMarkdown(Path file) {
        return file.toString().endsWith(".md");
    }
}
