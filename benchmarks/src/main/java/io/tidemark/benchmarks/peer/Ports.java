// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Free ports on loopback, below those that the system hands out to outgoing connections. */
final class Ports {
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;

    private Ports() {}

    static List<Integer> free(int count) {
        SplittableRandom random = new SplittableRandom();
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            int port = random.nextInt(LOWEST, HIGHEST);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
