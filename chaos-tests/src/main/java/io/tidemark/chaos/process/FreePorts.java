// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.chaos.process.NodePlan.Ports;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Ports that were free a moment ago, below those that the system hands out. */
final class FreePorts {
    private FreePorts() {}

    /** Three for each node. */
    static List<Ports> take(int nodeCount) throws IOException {
        List<Ports> free = new ArrayList<>();
        RandomGenerator random = RandomGenerator.getDefault();
        while (free.size() < nodeCount) {
            int base = random.nextInt(12_000, 30_000);
            if (isFree(base) && isFree(base + 1) && isFree(base + 2)) {
                free.add(new Ports(base, base + 1, base + 2));
            }
        }
        return free;
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }
}
