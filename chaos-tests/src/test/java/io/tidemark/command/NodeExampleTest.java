// SPDX-License-Identifier: Apache-2.0
package io.tidemark.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.cli.NetworkClients;
import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.NodeLife;
import io.tidemark.cli.cluster.PortPlan;
import io.tidemark.cli.terminal.Home;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.metadata.ClientConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Node.js examples against a real cluster. Passed over where Node.js or its packages cannot be had. */
@Timeout(180)
class NodeExampleTest {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "node");
    private static final Path PROTOS = Path.of("..", "proto", "src", "main", "proto");
    /** Kept from one run to the next, so that packages are fetched once. */
    private static final Path COPY = Path.of("target", "node-example");

    private static final int FETCH_LIMIT_SECONDS = 60;
    private static final int RUN_LIMIT_SECONDS = 90;

    @TempDir
    Path directory = Path.of("");

    @Test
    void everyExampleDoesWhatItSaysAlsoWhileTheLeaderIsKilled() throws Exception {
        assumeTrue(runs(directory, "node", "--version"), "Node.js is not installed");
        assumeTrue(runs(directory, "npm", "--version"), "npm is not installed");
        assumeTrue(hasPackages(), "the packages of docs/examples/node can be neither found nor fetched");

        LocalCluster cluster = LocalCluster.create(
                directory.resolve("cluster"),
                PortPlan.anyFree(3),
                new Home(Distribution.built().home()),
                new NetworkClients(),
                NodeLife.ATTACHED);
        try {
            cluster.startAll();
            cluster.awaitReady();
            String bootstrap = cluster.layout().bootstrap();
            assertThat(said(bootstrap, "", "round-trip.js")).startsWith("ok: ");
            try (Admin admin = Admin.create(ClientConfig.of(bootstrap))) {
                admin.createTopic("lines", 1, 3, Map.of());
                assertThat(said(bootstrap, "one\ntwo\n", "produce.js", "--topic", "lines"))
                        .isEqualTo("lines-0 offset 0: one\nlines-0 offset 1: two\n");
                assertThat(said(bootstrap, "", "fetch.js", "--topic", "lines", "--count", "2"))
                        .isEqualTo("one\ntwo\n");
                String[] member = {"group-consume.js", "--group", "readers", "--topic", "lines", "--count", "1"};
                assertThat(said(bootstrap, "", member)).isEqualTo("lines-0 offset 0: one\n");
                // The next member goes on from what the first committed.
                assertThat(said(bootstrap, "", member)).isEqualTo("lines-0 offset 1: two\n");

                admin.createTopic("written", 1, 3, Map.of("min.insync.replicas", "2"));
                Path log = directory.resolve("failover.log");
                Process writing = example(bootstrap, log, "failover.js", "--topic", "written", "--records", "200");
                awaitText(log, "writing");
                int leader = admin.describeTopics(List.of("written"))
                        .get(0)
                        .getPartitions(0)
                        .getLeader();
                cluster.kill(List.of(cluster.layout().node(leader)));
                assertThat(endsWithin(writing, RUN_LIMIT_SECONDS)).isTrue();
                assertThat(Distribution.text(log)).contains("ok: 200 records, each once and in order");
            }
        } finally {
            cluster.killAll();
        }
    }

    private String said(String bootstrap, String input, String... words) throws Exception {
        Path log = directory.resolve(words[0] + ".log");
        Process example = example(bootstrap, log, words);
        try (OutputStream in = example.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        boolean ended = endsWithin(example, RUN_LIMIT_SECONDS);
        String text = Distribution.text(log);
        assertThat(ended).as(text).isTrue();
        assertThat(example.exitValue()).as(text).isZero();
        return text;
    }

    private Process example(String bootstrap, Path log, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("node"));
        all.addAll(List.of(words));
        all.addAll(List.of("--bootstrap", bootstrap, "--protos", absolute(PROTOS)));
        return start(COPY, log, all);
    }

    private static void awaitText(Path log, String text) throws IOException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(FETCH_LIMIT_SECONDS);
        while (!Distribution.text(log).contains(text)) {
            assertThat(System.nanoTime()).as(Distribution.text(log)).isLessThan(endNanos);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private boolean hasPackages() throws IOException, InterruptedException {
        Files.createDirectories(COPY);
        try (Stream<Path> files = Files.list(EXAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, COPY.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        if (runs(COPY, "npm", "ls", "--silent")) {
            return true;
        }
        Process fetching = start(
                COPY,
                directory.resolve("npm.log"),
                List.of("npm", "ci", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=0"));
        return endsWithin(fetching, FETCH_LIMIT_SECONDS) && fetching.exitValue() == 0;
    }

    private boolean runs(Path where, String... words) throws InterruptedException {
        try {
            Process process = start(where, directory.resolve("asked.log"), List.of(words));
            return endsWithin(process, FETCH_LIMIT_SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            // Not there to be run.
            return false;
        }
    }

    private static Process start(Path where, Path log, List<String> words) throws IOException {
        return new ProcessBuilder(words)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static boolean endsWithin(Process process, int seconds) throws InterruptedException {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
