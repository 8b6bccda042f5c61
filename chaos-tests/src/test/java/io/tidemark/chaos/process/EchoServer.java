// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sends back every byte that it gets, one connection at a time. */
final class EchoServer implements AutoCloseable {
    private static final int LIMIT_MS = 10_000;

    private final ServerSocket listener;
    private final Thread thread = new Thread(this::serve, "echo");

    EchoServer(int port) throws IOException {
        listener = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        thread.start();
    }

    private void serve() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                for (int read = socket.getInputStream().read();
                        read >= 0;
                        read = socket.getInputStream().read()) {
                    socket.getOutputStream().write(read);
                }
            } catch (IOException e) {
                if (listener.isClosed()) {
                    return;
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        try {
            thread.join(LIMIT_MS);
            if (thread.isAlive()) {
                throw new IllegalStateException("somebody keeps a connection open");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
