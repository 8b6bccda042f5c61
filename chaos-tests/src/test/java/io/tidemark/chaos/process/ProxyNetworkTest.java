// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.chaos.process.Link.Lane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server of node 1 behind its proxy; this test is the client, or by its process id node 2. */
@Timeout(30)
class ProxyNetworkTest {
    private static final int SHORT_MS = 300;
    private static final int LONG_MS = 10_000;

    private final ProxyNetwork network = new ProxyNetwork();
    private EchoServer server;
    private NodePlan node;

    @BeforeEach
    void startServer() throws IOException {
        node = network.plan(Path.of("unused"), 1).get(0);
        server = new EchoServer(node.ports().broker());
    }

    @AfterEach
    void stopAll() throws Exception {
        network.close();
        server.close();
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), node.reachedPorts().broker());
    }

    private static int echo(Socket socket, int value, int limitMs) throws IOException {
        socket.setSoTimeout(limitMs);
        socket.getOutputStream().write(value);
        return socket.getInputStream().read();
    }

    @Test
    void letsThroughWhatIsNotCut() throws IOException {
        try (Socket socket = connect()) {
            assertThat(echo(socket, 7, LONG_MS)).isEqualTo(7);
        }
    }

    @Test
    void holdsWhatIsSentOverACutLinkAndDeliversItWhenHealed() throws IOException {
        Link link = new Link(Link.CLIENTS, 1, Lane.BROKER);
        try (Socket socket = connect()) {
            assertThat(echo(socket, 7, LONG_MS)).isEqualTo(7);
            network.cut(link);
            assertThatThrownBy(() -> echo(socket, 8, SHORT_MS)).isInstanceOf(SocketTimeoutException.class);
            assertThat(network.isSeenCut(link)).isTrue();
            network.heal();
            assertThat(socket.getInputStream().read()).isEqualTo(8);
        }
    }

    @Test
    void cutsOneWayOnly() throws IOException {
        network.cut(new Link(1, Link.CLIENTS, Lane.BROKER));
        try (Socket socket = connect()) {
            assertThatThrownBy(() -> echo(socket, 8, SHORT_MS)).isInstanceOf(SocketTimeoutException.class);
            assertThat(network.isSeenCut(new Link(1, Link.CLIENTS, Lane.BROKER)))
                    .isTrue();
            assertThat(network.isSeenCut(new Link(Link.CLIENTS, 1, Lane.BROKER)))
                    .isFalse();
        }
    }

    @Test
    void letsASlowLinkTakeItsTime() throws IOException {
        network.slow(new Link(Link.CLIENTS, 1, Lane.BROKER), SHORT_MS);
        try (Socket socket = connect()) {
            long startNanos = System.nanoTime();
            assertThat(echo(socket, 7, LONG_MS)).isEqualTo(7);
            // At least so long, however busy the machine is.
            assertThat((System.nanoTime() - startNanos) / 1_000_000).isGreaterThanOrEqualTo(SHORT_MS);
        }
    }

    @Test
    void mendsOneCutAndLeavesTheOthers() throws IOException {
        Link there = new Link(Link.CLIENTS, 1, Lane.BROKER);
        Link back = new Link(1, Link.CLIENTS, Lane.BROKER);
        network.cut(there);
        network.cut(back);
        network.mend(there);
        try (Socket socket = connect()) {
            assertThatThrownBy(() -> echo(socket, 7, SHORT_MS)).isInstanceOf(SocketTimeoutException.class);
            network.mend(back);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void leavesNoConnectionBehindWhenItEndsWhileOneIsHeld() throws IOException {
        Link link = new Link(Link.CLIENTS, 1, Lane.BROKER);
        network.cut(link);
        try (Socket socket = connect()) {
            assertThatThrownBy(() -> echo(socket, 7, SHORT_MS)).isInstanceOf(SocketTimeoutException.class);
            network.close();

            assertThatCode(server::close).doesNotThrowAnyException();
        }
    }

    @Test
    void leavesOtherLanesAlone() throws IOException {
        network.cut(new Link(Link.CLIENTS, 1, Lane.QUORUM));
        try (Socket socket = connect()) {
            assertThat(echo(socket, 7, LONG_MS)).isEqualTo(7);
        }
    }

    @Test
    void knowsANodeByItsProcess() throws IOException {
        network.placed(2, ProcessHandle.current().pid());
        network.cut(new Link(Link.CLIENTS, 1, Lane.ALL));
        try (Socket socket = connect()) {
            assertThat(echo(socket, 7, LONG_MS)).isEqualTo(7);
        }
        network.cut(new Link(2, 1, Lane.ALL));
        try (Socket socket = connect()) {
            assertThatThrownBy(() -> echo(socket, 8, SHORT_MS)).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void closesTheNearEndWhenTheNodeIsGone() throws Exception {
        server.close();
        try (Socket socket = connect()) {
            socket.setSoTimeout(LONG_MS);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
