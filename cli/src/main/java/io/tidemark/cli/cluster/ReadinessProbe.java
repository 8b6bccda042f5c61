// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a local node over HTTP whether it is ready in its present life. A plain socket: it is asked often while nodes start. */
final class ReadinessProbe {
    private static final int CONNECT_TIMEOUT_MS = 200;
    private static final int ANSWER_TIMEOUT_MS = 1_000;
    private static final String REQUEST = "GET /ready HTTP/1.0\r\n\r\n";
    private static final String OK = "HTTP/1.1 200 ";

    private ReadinessProbe() {}

    /** Whether it answers that it is; false when it does not answer, too. */
    static boolean isReady(LocalNode node) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), node.metricsPort()), CONNECT_TIMEOUT_MS);
            socket.setSoTimeout(ANSWER_TIMEOUT_MS);
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            byte[] start = socket.getInputStream().readNBytes(OK.length());
            return new String(start, StandardCharsets.US_ASCII).equals(OK);
        } catch (IOException e) {
            // Not started, going down, or frozen: in each case not ready.
            return false;
        }
    }
}
