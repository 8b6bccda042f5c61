// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.archive;

import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.NodeLife;
import io.tidemark.cli.cluster.PortPlan;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Home;
import io.tidemark.cli.terminal.JavaCommandLine;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;

/**
 * {@code tidemark archive-classes}: runs a cluster and some commands once and keeps what they loaded in the home's class
 * archives. Done after a build; an image or an installation may do it once too.
 */
@Command(
        name = "archive-classes",
        hidden = true,
        description = "Prepare faster starts with the Java in use: run a cluster and some commands once and archive the"
                + " classes that they load.",
        footer = {"", "Example:", "  tidemark archive-classes"})
public final class ArchiveClasses implements Callable<Integer> {
    /** A node alone would load nothing of what voters and replicas do with each other. */
    private static final int NODES = 3;

    private static final int CLIENT_LIMIT_SECONDS = 120;
    /** A node writes its archive as it ends, which takes a while where other work is under way. */
    private static final Duration WRITE_LIMIT = Duration.ofMinutes(2);

    private final Session session;

    /** The command in a session. */
    public ArchiveClasses(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Home home = Home.ofLauncher();
        Path directory = TemporaryDirectory.create("tidemark-archive-");
        try {
            LocalCluster cluster =
                    LocalCluster.create(directory, PortPlan.anyFree(NODES), home, session.clients(), NodeLife.RECORDED);
            Path clientArchive = directory.resolve("client.jsa");
            try {
                cluster.startAll();
                cluster.awaitReady();
                recordClient(home, cluster, clientArchive);
                cluster.stop(cluster.layout().nodes(), WRITE_LIMIT);
            } finally {
                cluster.killAll();
            }
            install(cluster.layout().node(1).classArchive(), placeOf("node", home));
            install(clientArchive, placeOf("client", home));
        } finally {
            TemporaryDirectory.delete(directory);
        }
        return ExitCode.OK;
    }

    private static void recordClient(Home home, LocalCluster cluster, Path archive)
            throws IOException, InterruptedException {
        List<String> words = JavaCommandLine.in(home)
                .options("jvm-client.options")
                .recordingClasses(archive)
                .running(
                        "rehearse",
                        "--bootstrap-server",
                        cluster.layout().bootstrap(),
                        "--dir",
                        cluster.layout().directory().toString(),
                        "--input",
                        home.file("conf", "node.properties").toString());
        Path said = cluster.layout().directory().resolve("rehearsal.err");
        Process client = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(said.toFile())
                .start();
        if (!client.waitFor(CLIENT_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            client.destroyForcibly();
        }
        if (client.waitFor() != 0) {
            throw CommandException.failed("the commands that were to be recorded failed: "
                    + Files.readString(said).strip().replace('\n', ' '));
        }
    }

    private static Path placeOf(String kind, Home home) {
        return home.classArchive(kind)
                .orElseThrow(() -> CommandException.failed("start this command with the `tidemark` launcher"));
    }

    /** A whole archive takes its place at once, so that a process that starts meanwhile sees the old one or the new one. */
    private static void install(Path made, Path place) throws IOException {
        if (!Files.exists(made)) {
            throw CommandException.failed("this Java wrote no class archive");
        }
        Files.createDirectories(place.getParent());
        Path whole = Files.createTempFile(place.getParent(), "making-", ".jsa");
        try {
            Files.copy(made, whole, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(whole, PosixFilePermissions.fromString("rw-r--r--"));
            Files.move(whole, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(whole);
        }
    }
}
