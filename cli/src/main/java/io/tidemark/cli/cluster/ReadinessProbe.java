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
    private static final String END_OF_HEAD = "\r\n\r\n";

    private ReadinessProbe() {}

    /** Whether it answers that it is; false when it does not answer, too. */
    static boolean isReady(LocalNode node) {
        try {
            return ask(node, OK.length()).equals(OK);
        } catch (IOException e) {
            // Not started, going down, or frozen: in each case not ready.
            return false;
        }
    }

    /** Why it is not ready, in its own words if it has some; empty when it is. */
    static String notReady(LocalNode node) {
        try {
            String answer = ask(node, Integer.MAX_VALUE);
            if (answer.startsWith(OK)) {
                return "";
            }
            int body = answer.indexOf(END_OF_HEAD);
            return "is not ready: " + (body < 0 ? answer : answer.substring(body)).strip();
        } catch (IOException e) {
            return "does not answer";
        }
    }

    private static String ask(LocalNode node, int mostBytes) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), node.metricsPort()), CONNECT_TIMEOUT_MS);
            socket.setSoTimeout(ANSWER_TIMEOUT_MS);
            socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(mostBytes), StandardCharsets.UTF_8);
        }
    }
}
