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
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;

/**
 * {@code tidemark archive-classes}: runs a node and some commands once and keeps what they loaded in the home's class
 * archives. Done after a build; an image or an installation may do it once too.
 */
@Command(
        name = "archive-classes",
        hidden = true,
        description = "Prepare faster starts with the Java in use: run a node and some commands once and archive the"
                + " classes that they load.",
        footer = {"", "Example:", "  tidemark archive-classes"})
public final class ArchiveClasses implements Callable<Integer> {
    private static final int CLIENT_LIMIT_SECONDS = 120;

    private final Session session;

    /** The command in a session. */
    public ArchiveClasses(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Home home = Home.ofLauncher();
        Files.createDirectories(home.directory().resolve("cds"));
        Path directory = TemporaryDirectory.create("tidemark-archive-");
        try {
            LocalCluster cluster = LocalCluster.create(
                    directory, PortPlan.anyFree(1), home, session.clients(), NodeLife.RECORDED);
            try {
                cluster.startAll();
                cluster.awaitReady();
                runClient(home, cluster);
                cluster.stop(cluster.layout().nodes());
            } finally {
                cluster.killAll();
            }
        } finally {
            TemporaryDirectory.delete(directory);
        }
        install(home, "node");
        install(home, "client");
        return ExitCode.OK;
    }

    private static void runClient(Home home, LocalCluster cluster) throws IOException, InterruptedException {
        List<String> words = JavaCommandLine.in(home)
                .options("jvm-client.options")
                .classArchive("client", true)
                .running(
                        "rehearse",
                        "--bootstrap-server",
                        cluster.layout().bootstrap(),
                        "--dir",
                        cluster.layout().directory().toString(),
                        "--input",
                        home.file("conf", "node.properties").toString());
        Process client = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!client.waitFor(CLIENT_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            client.destroyForcibly();
        }
        if (client.waitFor() != 0) {
            throw CommandException.failed("the commands that were to be recorded failed");
        }
    }

    private static void install(Home home, String kind) throws IOException {
        Path archive = home.classArchive(kind);
        Path made = JavaCommandLine.newArchive(archive);
        if (!Files.exists(made)) {
            throw CommandException.failed("this Java wrote no class archive for a " + kind);
        }
        Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
