// SPDX-License-Identifier: Apache-2.0
package io.tidemark.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.SplittableRandom;

/** Ports of loopback that nobody listens on now, below those that systems hand out to outgoing connections. */
final class LoopbackPorts {
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 10_000;

    private LoopbackPorts() {}

    /** So many, no two alike. */
    static List<Integer> free(int count) {
        List<Integer> ports = new SplittableRandom()
                .ints(LOWEST, HIGHEST)
                .limit(ATTEMPTS)
                .filter(LoopbackPorts::isFree)
                .distinct()
                .limit(count)
                .boxed()
                .toList();
        if (ports.size() < count) {
            throw new IllegalStateException("no " + count + " free ports between " + LOWEST + " and " + HIGHEST);
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
