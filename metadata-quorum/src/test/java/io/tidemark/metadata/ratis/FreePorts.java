// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.image.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Ports of loopback that were free a moment ago, below those that the kernel gives to outgoing connections. */
final class FreePorts {
    private static final int FIRST = 12_000;
    private static final int END = 32_000;

    private FreePorts() {}

    static List<Endpoint> take(int count) {
        SplittableRandom random = new SplittableRandom();
        List<Endpoint> free = new ArrayList<>();
        while (free.size() < count) {
            Endpoint candidate = new Endpoint("127.0.0.1", random.nextInt(FIRST, END));
            if (!free.contains(candidate) && isFree(candidate.port())) {
                free.add(candidate);
            }
        }
        return free;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
