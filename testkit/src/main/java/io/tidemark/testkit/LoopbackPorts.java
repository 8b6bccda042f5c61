// SPDX-License-Identifier: Apache-2.0
package io.tidemark.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of the loopback address that nobody listens on now. */
final class LoopbackPorts {
    private LoopbackPorts() {}

    /** So many different ones: each is held until all are found. */
    static List<Integer> free(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            while (held.size() < count) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException none) {
            throw new UncheckedIOException("no free port on loopback", none);
        } finally {
            held.forEach(LoopbackPorts::release);
        }
    }

    private static void release(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException stuck) {
            throw new UncheckedIOException("cannot give back port " + socket.getLocalPort(), stuck);
        }
    }
}
