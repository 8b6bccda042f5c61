// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.SplittableRandom;

/** Finds ports of loopback that nobody listens on, below those that systems hand out to outgoing connections. */
final class FreePorts {
    private static final int LOWEST = 12_000;
    private static final int HIGHEST = 32_000;

    private FreePorts() {}

    /** So many, no two alike. */
    static List<Integer> find(int count) {
        return new SplittableRandom()
                .ints(LOWEST, HIGHEST)
                .filter(FreePorts::isFree)
                .distinct()
                .limit(count)
                .boxed()
                .toList();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
