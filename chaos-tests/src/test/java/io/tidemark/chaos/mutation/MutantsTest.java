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
import java.util.Objects;
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

    /** All that a process can be made, with replicas that check themselves and with such that do not. */
    static Stream<Mutant> builds() {
        return Stream.concat(mutants(), PlainFaults.all().stream())
                .flatMap(mutant -> Stream.of(
                        mutant,
                        Objects.requireNonNull(Mutants.named(mutant.name() + Mutants.UNASSERTED), mutant.name())));
    }

    @ParameterizedTest
    @MethodSource("builds")
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

    @ParameterizedTest
    @MethodSource("builds")
    void everySiteOfAMutantChangesItsClass(Mutant mutant) throws IOException {
        for (Site site : mutant.sites()) {
            byte[] original = bytesOf(site.className());
            byte[] changed = new MutantRewriter(new Mutant("one", "G0", List.of(site))).rewrite(original);
            byte[] copied = new MutantRewriter(new Mutant("none", "G0", List.of())).rewrite(original);

            assertThat(changed).as("%s", site).isNotEqualTo(copied);
        }
    }

    @Test
    void withoutAssertionsAMutantIsWhatItWasAndItsReplicasDoNotCheckThemselves() {
        assertThat(mutants().map(Mutant::name)).allSatisfy(name -> {
            List<Site> checked = Objects.requireNonNull(Mutants.named(name)).sites();
            List<Site> unchecked = Objects.requireNonNull(Mutants.named(name + Mutants.UNASSERTED))
                    .sites();

            assertThat(unchecked).startsWith(checked.toArray(Site[]::new));
            assertThat(unchecked.subList(checked.size(), unchecked.size()))
                    .extracting(Site::method)
                    .containsExactly("check", "checkAtMost", "requireNoLoss");
        });
    }

    @Test
    void allGuardsOfAKindAreSwitchedOffTogether() {
        assertThat(Objects.requireNonNull(Mutants.named("broker-epoch-checks-off"))
                        .sites())
                .extracting(Site::method)
                .contains("isOlderLife", "refusalOf", "isEligible", "leave", "current");
        assertThat(Objects.requireNonNull(Mutants.named("epoch-checks-off")).sites())
                .extracting(Site::method)
                .containsExactly("fence", "isOnSameLineage");
    }

    @Test
    void namesAreUniqueAndBeginWithTheirGuard() {
        List<String> names = builds().map(Mutant::name).toList();

        assertThat(new TreeSet<>(names)).hasSameSizeAs(names);
        assertThat(mutants().filter(mutant -> mutant.guard().startsWith("G")))
                .allMatch(mutant -> mutant.name().startsWith(mutant.guard().toLowerCase(java.util.Locale.ROOT) + "-"));
    }

    @Test
    void aSiteThatIsNotThereIsAnError() throws IOException {
        Mutant unfit = new Mutant(
                "unfit", "G0", List.of(new Site(Subject.class.getName(), "renamed", new Change.Returns(true))));

        assertThatThrownBy(() -> new MutantRewriter(unfit).rewrite(bytesOf(Subject.class.getName())))
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
        assertThat(run("-javaagent:" + jar + "=epoch-checks-off" + Mutants.UNASSERTED))
                .contains("tidemark mutant epoch-checks-off+unasserted: guard G17, G19 is switched off", "ran");
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

    private static byte[] bytesOf(String className) throws IOException {
        try (InputStream in = MutantsTest.class.getResourceAsStream("/" + className.replace('.', '/') + ".class")) {
            return Objects.requireNonNull(in, className).readAllBytes();
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
