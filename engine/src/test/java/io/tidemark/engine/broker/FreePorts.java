// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Finds TCP ports of the loopback that nobody listens on. */
final class FreePorts {
    private FreePorts() {}

    /** {@code count} different ports, all held at the same time while they are sought. */
    static List<Integer> find(int count) {
        List<ServerSocket> held = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                held.add(socket);
                ports.add(socket.getLocalPort());
            }
            for (ServerSocket socket : held) {
                socket.close();
            }
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
        return ports;
    }
}
