// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import io.tidemark.cli.cluster.LocalCluster;
import io.tidemark.cli.cluster.NodeLife;
import io.tidemark.cli.cluster.PortPlan;
import io.tidemark.cli.terminal.Home;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

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
    private volatile boolean interrupted;

    private DemoCluster(Path directory, LocalCluster nodes, boolean keepsFiles, Session session) {
        this.directory = directory;
        this.nodes = nodes;
        this.keepsFiles = keepsFiles;
        this.hook = new Thread(
                () -> {
                    interrupted = true;
                    session.terminal()
                            .news("interrupted: ending the nodes" + (keepsFiles ? "" : " and removing " + directory));
                    clear();
                },
                "demo-clean-up");
    }

    static DemoCluster create(DemoPlan plan, Session session) throws IOException {
        Path directory = TemporaryDirectory.create("tidemark-demo-");
        try {
            LocalCluster nodes = LocalCluster.create(
                    directory,
                    PortPlan.anyFree(DemoPlan.NODE_COUNT),
                    Home.ofLauncher(),
                    session.clients(),
                    NodeLife.ATTACHED);
            DemoCluster cluster = new DemoCluster(directory, nodes, plan.keepsFiles(), session);
            Runtime.getRuntime().addShutdownHook(cluster.hook);
            return cluster;
        } catch (IOException | RuntimeException e) {
            TemporaryDirectory.delete(directory);
            throw e;
        }
    }

    /** Whether the process is being ended from outside, which ends everything else too. */
    boolean isInterrupted() {
        return interrupted;
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
            TemporaryDirectory.delete(directory);
        }
    }
}
