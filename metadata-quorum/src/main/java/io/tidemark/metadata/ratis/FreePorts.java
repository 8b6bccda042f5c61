// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.random.RandomGenerator;

/** Ports of loopback that nobody listens on at the moment, for nodes that run on one machine. Any thread. */
public final class FreePorts {
    /** Below the ports that systems hand out to outgoing connections, so that a stopped node's port stays free. */
    private static final int LOWEST = 12_000;

    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 10_000;

    private FreePorts() {}

    /** So many, no two alike; see {@link #take(int, RandomGenerator)}. */
    public static List<Integer> take(int count) {
        return take(count, RandomGenerator.getDefault());
    }

    /**
     * So many, no two alike.
     *
     * @param random where to look first
     * @throws IllegalStateException when there are not that many
     */
    public static List<Integer> take(int count, RandomGenerator random) {
        List<Integer> ports = random.ints(LOWEST, HIGHEST)
                .limit(ATTEMPTS)
                .filter(FreePorts::isFree)
                .distinct()
                .limit(count)
                .boxed()
                .toList();
        if (ports.size() < count) {
            throw new IllegalStateException("no " + count + " free ports between " + LOWEST + " and " + HIGHEST);
        }
        return ports;
    }

    /** Whether nobody listens on it. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
