// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MutantsTest {
    static Stream<Mutant> mutants() {
        return Mutants.all().stream();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void everyMutantFitsTheClassesItChangesAndTheyVerify(Mutant mutant) throws ReflectiveOperationException {
        MutantClassLoader loader = new MutantClassLoader(mutant);

        for (Site site : mutant.sites()) {
            // Initialising a class makes the JVM verify its bytecode.
            Class<?> changed = Class.forName(site.className(), true, loader);
            assertThat(changed.getClassLoader()).isSameAs(loader);
            assertThat(Stream.of(changed.getDeclaredMethods()).map(Method::getName))
                    .contains(site.method());
        }
    }

    @Test
    void namesAreUniqueAndBeginWithTheirGuard() {
        List<String> names = mutants().map(Mutant::name).toList();

        assertThat(new TreeSet<>(names)).hasSameSizeAs(names);
        assertThat(mutants().filter(mutant -> mutant.guard().startsWith("G")))
                .allMatch(mutant -> mutant.name().startsWith(mutant.guard().toLowerCase(java.util.Locale.ROOT) + "-"));
    }

    @Test
    void aSiteThatIsNotThereIsAnError() throws IOException {
        Mutant unfit = new Mutant(
                "unfit", "G0", List.of(new Site(Subject.class.getName(), "renamed", new Change.Returns(true))));

        assertThatThrownBy(() -> new MutantRewriter(unfit).rewrite(bytesOf(Subject.class)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("renamed");
    }

    @Test
    void everyKindOfChangeDoesWhatItSays() throws ReflectiveOperationException {
        assertThat(call("isGuarded", new Change.Returns(false))).isEqualTo(false);
        assertThat(call("bounded", new Change.CallReturnsArgument("min", 0))).isEqualTo(9L);
        assertThat(call("bounded", new Change.CallReturnsArgument("min", 1))).isEqualTo(5L);
        assertThat(call("asked", new Change.CallReturns("isGuarded", false))).isEqualTo("no");
        assertThat(call("asked", new Change.Jump(0, true))).isEqualTo("no");
        assertThat(call("asked", new Change.Jump(0, false))).isEqualTo("yes");
        assertThat(call("members", new Change.Returns(Change.EMPTY_LIST))).isEqualTo(List.of());
    }

    @Test
    void theAgentMakesAProcessAMutantAndSaysSo(@TempDir Path folder) throws IOException, InterruptedException {
        Path jar = AgentJar.write(folder);

        assertThat(run("-javaagent:" + jar + "=g46-latest-before-it-is-certain"))
                .contains("tidemark mutant g46-latest-before-it-is-certain: guard G46 is switched off", "ran");
        assertThat(run("-javaagent:" + jar + "=g0-nothing"))
                .contains("there is no mutant g0-nothing")
                .doesNotContain("ran");
    }

    private static String run(String agent) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        agent,
                        Subject.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    private static Object call(String method, Change change) throws ReflectiveOperationException {
        Mutant mutant = new Mutant("m", "G0", List.of(new Site(Subject.class.getName(), method, change)));
        Class<?> changed = Class.forName(Subject.class.getName(), true, new MutantClassLoader(mutant));
        return changed.getMethod(method).invoke(null);
    }

    private static byte[] bytesOf(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return java.util.Objects.requireNonNull(in).readAllBytes();
        }
    }

    /** Something to change. */
    public static final class Subject {
        private Subject() {}

        /** A guard. */
        public static boolean isGuarded() {
            return !members().isEmpty();
        }

        /** Asks the guard. */
        public static String asked() {
            return isGuarded() ? "yes" : "no";
        }

        /** Has a bound. */
        public static long bounded() {
            return Math.min(9L + members().size() - 1, 5L * members().size());
        }

        /** Gives a list. */
        public static List<String> members() {
            return List.of("member");
        }

        /** For the agent. */
        public static void main(String[] args) {
            System.out.println("ran " + asked());
        }
    }
}
