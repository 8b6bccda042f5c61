// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.PortPlan;
import io.tidemark.cli.terminal.Home;
import io.tidemark.cli.terminal.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in a temporary directory that leaves nothing behind: closing it, Ctrl-C and SIGTERM end its processes and remove
 * its files, and its nodes end by themselves when this process does.
 */
final class DemoCluster implements AutoCloseable {
    private final Path directory;
    private final LocalCluster nodes;
    private final boolean keepsFiles;
    private final Thread hook;
    private final AtomicBoolean cleared = new AtomicBoolean();

    private DemoCluster(Path directory, LocalCluster nodes, boolean keepsFiles, Session session) {
        this.directory = directory;
        this.nodes = nodes;
        this.keepsFiles = keepsFiles;
        this.hook = new Thread(
                () -> {
                    session.terminal().news("\ninterrupted: ending the nodes and removing " + directory);
                    clear();
                },
                "demo-clean-up");
    }

    static DemoCluster create(DemoPlan plan, Session session) throws IOException {
        Path directory = Files.createTempDirectory("tidemark-demo-");
        try {
            LocalCluster nodes = LocalCluster.create(
                    directory, PortPlan.anyFree(DemoPlan.NODE_COUNT), Home.ofLauncher(), session.clients(), false);
            DemoCluster cluster = new DemoCluster(directory, nodes, plan.keepsFiles(), session);
            Runtime.getRuntime().addShutdownHook(cluster.hook);
            return cluster;
        } catch (IOException | RuntimeException e) {
            delete(directory);
            throw e;
        }
    }

    LocalCluster nodes() {
        return nodes;
    }

    Path directory() {
        return directory;
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs, finds the work done, and ends.
            return;
        }
    }

    private void clear() {
        if (!cleared.compareAndSet(false, true)) {
            return;
        }
        nodes.killAll();
        if (!keepsFiles) {
            delete(directory);
        }
    }

    private static void delete(Path directory) {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + directory, e);
        }
    }
}
