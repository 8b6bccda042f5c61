// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.server;

import io.tidemark.cli.terminal.CommandException;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Session;
import io.tidemark.engine.broker.Node;
import io.tidemark.engine.broker.NodeConfig;
import io.tidemark.engine.broker.StartupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark server}: one node, until it is told to stop. */
@Command(
        name = ServerCommand.NAME,
        description = "Run one node in the foreground. SIGTERM and Ctrl-C stop it in good order.",
        footer = {
            "",
            "Examples:",
            "  tidemark format --config conf/node.properties",
            "  tidemark server --config conf/node.properties --set log.retention.ms=86400000"
        })
public final class ServerCommand implements Callable<Integer> {
    /** How it is called. */
    public static final String NAME = "server";

    private final Session session;

    @Mixin
    private ConfigOptions config = new ConfigOptions();

    @Option(names = "--until-input-ends", hidden = true, description = "Stop when standard input ends.")
    private boolean untilInputEnds;

    /** The command in a session. */
    public ServerCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws InterruptedException {
        NodeConfig nodeConfig = config.load();
        Node node = start(nodeConfig);
        Runtime.getRuntime().addShutdownHook(new Thread(node::stop, "stop"));
        if (untilInputEnds) {
            stopWhenInputEnds();
        }
        SortedMap<String, String> effective = nodeConfig.effective();
        session.terminal()
                .line("ready: node " + effective.get("node.id") + " serves " + effective.get("listeners") + ", process "
                        + ProcessHandle.current().pid());
        node.awaitStopped();
        return ExitCode.OK;
    }

    private static Node start(NodeConfig nodeConfig) {
        try {
            return Node.start(nodeConfig);
        } catch (StartupException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    /** The parent holds the other end: however it ends, this node does not outlive it. */
    private static void stopWhenInputEnds() {
        Thread watcher = new Thread(
                () -> {
                    awaitEnd(System.in);
                    Runtime.getRuntime().halt(ExitCode.ERROR);
                },
                "parent-watch");
        watcher.setDaemon(true);
        watcher.start();
    }

    private static void awaitEnd(InputStream in) {
        try {
            // Nobody writes to it; what counts is its end.
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // A broken pipe is an end too.
            return;
        }
    }
}
