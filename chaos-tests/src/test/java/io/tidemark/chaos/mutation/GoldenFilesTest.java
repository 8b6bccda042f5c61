// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each interaction file that the table of guards in docs/protocol.md names for a guard is told otherwise by a replica whose
 * guard is switched off: the file would fail.
 */
class GoldenFilesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path FILES = ROOT.resolve("engine/src/test/resources/replication");
    private static final Path ENGINE_TESTS = ROOT.resolve("engine/target/test-classes");
    private static final String SCRIPT = "io.tidemark.engine.replication.InteractionScript";
    private static final Pattern ROW = Pattern.compile("^\\| (G\\d+(?:, G\\d+)*|R\\d+|lease) \\|.*\\|([^|]*)\\|$");
    private static final Pattern FILE = Pattern.compile("`(\\w+\\.txt)`");

    /** Files by guard, as the table has them. */
    static SortedMap<String, List<String>> table() throws IOException {
        SortedMap<String, List<String>> table = new TreeMap<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/protocol.md"))) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                List<String> files = FILE.matcher(row.group(2))
                        .results()
                        .map(file -> file.group(1))
                        .toList();
                if (!files.isEmpty()) {
                    table.put(row.group(1), files);
                }
            }
        }
        return table;
    }

    static Stream<Map.Entry<String, List<String>>> guards() throws IOException {
        return table().entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("guards")
    void everyFileOfAGuardFailsWithoutIt(Map.Entry<String, List<String>> guard)
            throws IOException, ReflectiveOperationException {
        List<String> told = new ArrayList<>();
        List<Mutant> mutants = Mutants.all().stream()
                .filter(mutant -> mutant.guard().equals(guard.getKey()))
                .toList();
        assertThat(mutants).as("mutants of %s", guard.getKey()).isNotEmpty();
        for (String file : guard.getValue()) {
            boolean anyFails = false;
            for (Mutant mutant : mutants) {
                anyFails |= !tellsTheSame(mutant, file);
            }
            if (!anyFails) {
                told.add(file);
            }
        }
        assertThat(told).as("files that do not need %s", guard.getKey()).isEmpty();
    }

    @Test
    void withNothingSwitchedOffEveryFileIsAsReviewed() throws IOException, ReflectiveOperationException {
        Mutant none = new Mutant("none", "none", List.of());
        for (List<String> files : table().values()) {
            for (String file : files) {
                assertThat(tellsTheSame(none, file)).as(file).isTrue();
            }
        }
    }

    private static boolean tellsTheSame(Mutant mutant, String file) throws IOException, ReflectiveOperationException {
        List<String> lines = Files.readAllLines(FILES.resolve(file));
        Class<?> script = Class.forName(SCRIPT, true, new MutantClassLoader(mutant, ENGINE_TESTS));
        Method run = script.getDeclaredMethod("run", List.class);
        run.setAccessible(true);
        try {
            return run.invoke(null, lines).equals(String.join("\n", lines) + "\n");
        } catch (InvocationTargetException broken) {
            return false;
        }
    }
}
