// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link Peer} that stands for a node of a network. */
public final class PeerProcess implements AutoCloseable {
    private static final long LIMIT_SECONDS = 30;

    private final NodePlan node;
    private final Process process;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    /** Starts it where the network places the node. */
    public PeerProcess(Network network, NodePlan node) throws IOException {
        this.node = node;
        List<String> words = new ArrayList<>(network.prefix(node.nodeId()));
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xmx16m", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        words.addAll(List.of(
                Peer.class.getName(), node.host(), String.valueOf(node.ports().broker())));
        process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        assertThat(said.readLine()).isEqualTo("up");
        network.placed(node.nodeId(), process.pid());
        Thread thread = new Thread(() -> said.lines().forEach(heard::add), "peer-" + node.nodeId());
        thread.setDaemon(true);
        thread.start();
    }

    /** Connects to another. */
    public void dial(PeerProcess other) throws IOException {
        tell("dial " + other.node.reachedHost() + " "
                + other.node.reachedPorts().broker());
        assertThat(next()).isEqualTo("dialed");
    }

    /** Says a word over the newest connection. */
    public void say(String word) throws IOException {
        tell("say " + word);
    }

    private void tell(String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    /** The next word that it hears; waits for it. */
    public @Nullable String next() {
        try {
            return heard.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Whether it heard nothing that was not asked for yet. */
    public boolean hasHeardNothing() {
        return heard.isEmpty();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
