// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.image.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of loopback that were free a moment ago. */
final class FreePorts {
    private FreePorts() {}

    static List<Endpoint> take(int count) throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        List<Endpoint> free = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            held.add(socket);
            free.add(new Endpoint("127.0.0.1", socket.getLocalPort()));
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        return free;
    }
}
