// SPDX-License-Identifier: Apache-2.0
package io.tidemark.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.cli.NetworkClients;
import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.NodeLife;
import io.tidemark.cli.cluster.PortPlan;
import io.tidemark.cli.terminal.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Node.js example against a real cluster. Passed over where Node.js or its packages cannot be had. */
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
    void createsATopicProducesPlainRecordsAndReadsThemBack() throws Exception {
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
            String bootstrap = cluster.layout().nodes().get(0).address();
            Process example = start(
                    COPY,
                    directory.resolve("example.log"),
                    List.of("node", "round-trip.js", "--bootstrap", bootstrap, "--protos", absolute(PROTOS)));
            boolean ended = endsWithin(example, RUN_LIMIT_SECONDS);

            String said = Distribution.text(directory.resolve("example.log"));
            assertThat(ended).as(said).isTrue();
            assertThat(said).startsWith("ok: ");
            assertThat(example.exitValue()).isZero();
        } finally {
            cluster.killAll();
        }
    }

    private boolean hasPackages() throws IOException, InterruptedException {
        Files.createDirectories(COPY);
        for (String file : List.of("package.json", "package-lock.json", ".npmrc", "round-trip.js")) {
            Files.copy(EXAMPLE.resolve(file), COPY.resolve(file), StandardCopyOption.REPLACE_EXISTING);
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
