// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
    private static final Path SOURCE = Path.of(System.getProperty("tidemark.source", ".."));
    private static final String BARE_PATH = "/usr/bin:/bin";

    private final Path directory;

    LauncherTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private record Ended(int exitCode, String output) {}

    private Ended run(Path launcher, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", launcher.toString());
        builder.command().addAll(List.of(words));
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDEMARK_") || name.equals("JAVA_HOME"));
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), output);
    }

    /** A Java of any version that prints the words it is started with. */
    private Path fakeJava(String version) throws IOException {
        Path home = directory.resolve("java-" + version);
        Path bin = Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        for (String name : List.of("java", "javac")) {
            Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
            assertThat(program.toFile().setExecutable(true)).isTrue();
        }
        return home;
    }

    private Path unpackedDistribution() throws IOException {
        Path root = Files.createDirectories(directory.resolve("an installation"));
        Files.createDirectories(root.resolve("lib"));
        return Files.copy(SOURCE.resolve("tidemark"), root.resolve("tidemark"));
    }

    @Test
    void saysInOneLineThatJavaHomeHoldsNoJava() throws Exception {
        Ended ended = run(unpackedDistribution(), Map.of("JAVA_HOME", "/no/such/java"), "--version");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output())
                .isEqualTo("tidemark: JAVA_HOME is /no/such/java, but there is no bin/java in it: point it at a JDK 17"
                        + " or newer\n");
    }

    @Test
    void saysInOneLineThatJavaIsTooOld() throws Exception {
        Path java = fakeJava("11.0.2");

        Ended ended = run(unpackedDistribution(), Map.of("JAVA_HOME", java.toString()), "--version");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output())
                .isEqualTo(
                        "tidemark: Java 11 (" + java + "/bin/java) is too old: set JAVA_HOME to a JDK 17 or newer\n");
    }

    @Test
    void saysInOneLineThatMavenIsMissing() throws Exception {
        Path checkout = Files.createDirectories(directory.resolve("checkout"));
        Path launcher = Files.copy(SOURCE.resolve("tidemark"), checkout.resolve("tidemark"));
        Files.createFile(checkout.resolve("pom.xml"));
        Files.createDirectories(checkout.resolve("cli/src"));

        Ended ended = run(
                launcher,
                Map.of("JAVA_HOME", fakeJava("17.0.1").toString(), "TIDEMARK_MVN", "no-such-maven"),
                "--version");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.output())
                .isEqualTo("tidemark: Maven is missing: install Maven 3.8 or newer to build Tidemark\n");
    }

    @Test
    void startsClientsFastAndServersWithWhatTheirLibrariesNeed() throws Exception {
        Path launcher = unpackedDistribution();
        String home = launcher.toRealPath().resolveSibling("").normalize().toString();
        Map<String, String> java17 = Map.of("JAVA_HOME", fakeJava("17.0.1").toString());

        List<String> client =
                run(launcher, java17, "topic", "create", "a b").output().lines().toList();
        List<String> server = run(launcher, java17, "server", "--config", "x")
                .output()
                .lines()
                .toList();

        assertThat(client)
                .hasSize(10)
                .anyMatch(word -> word.startsWith("-Dtidemark.archives=" + home + "/cds/17-"))
                .containsSubsequence(
                        "@" + home + "/conf/jvm-client.options",
                        "-Dtidemark.home=" + home,
                        "-Djava.util.logging.config.file=" + home + "/conf/logging.properties",
                        "-cp",
                        home + "/lib/*",
                        "io.tidemark.cli.Main",
                        "topic",
                        "create",
                        "a b");
        assertThat(server)
                .contains("@" + home + "/conf/jvm.options", "@" + home + "/conf/jvm-server.options")
                .doesNotContain("@" + home + "/conf/jvm-24.options");
    }

    @Test
    void givesOnlyNewJavasTheOptionsThatOnlyTheyKnow() throws Exception {
        Ended ended = run(
                unpackedDistribution(),
                Map.of("JAVA_HOME", fakeJava("25").toString(), "PATH", BARE_PATH),
                "topic",
                "list");

        assertThat(ended.output()).contains("/conf/jvm-24.options");
    }

    @Test
    void giveNodesTheSameJvmOptionsAsTheTestsRunWith() throws IOException {
        String pom = Files.readString(SOURCE.resolve("pom.xml"));

        assertThat(words(pom, "jvm.opens", "jvm.chronicle")).isSubsetOf(optionsOf("jvm.options"));
        assertThat(words(pom, "jvm.opens", "jvm.chronicle")).isNotEmpty();
        assertThat(pom).contains(String.join(" ", optionsOf("jvm-24.options")));
    }

    private static Set<String> words(String pom, String... properties) {
        Set<String> words = new TreeSet<>();
        for (String property : properties) {
            String value = pom.split("<" + property + ">", 2)[1].split("</" + property + ">", 2)[0];
            words.addAll(List.of(value.trim().split("\\s+")));
        }
        return words;
    }

    private static Set<String> optionsOf(String file) throws IOException {
        Set<String> options = new TreeSet<>(
                Files.readAllLines(Path.of("src/main/distribution/conf").resolve(file)));
        options.removeIf(line -> line.isBlank() || line.startsWith("#"));
        return options;
    }
}
