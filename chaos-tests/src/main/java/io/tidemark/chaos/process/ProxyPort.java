// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.chaos.process.Link.Lane;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port that stands before one listener of a node and lets through what the gate lets through. */
final class ProxyPort implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int BACKLOG = 128;

    private final int nodeId;
    private final Lane lane;
    private final int targetPort;
    private final ProxyGate gate;
    private final Map<Integer, Long> pids;
    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    ProxyPort(int nodeId, Lane lane, int targetPort, ProxyGate gate, Map<Integer, Long> pids) throws IOException {
        this.nodeId = nodeId;
        this.lane = lane;
        this.targetPort = targetPort;
        this.gate = gate;
        this.pids = pids;
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        start("proxy-" + nodeId + "-" + lane, this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(null, work, name, BUFFER_BYTES * 4L);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket near = listener.accept();
                start("proxy-connect", () -> connect(near));
            } catch (IOException e) {
                if (listener.isClosed()) {
                    return;
                }
            }
        }
    }

    private void connect(Socket near) {
        try {
            keep(near);
            int from = ConnectionOwner.of(near.getPort(), near.getLocalPort(), pids);
            gate.pass(from, nodeId, lane);
            join(near, new Socket(InetAddress.getLoopbackAddress(), targetPort), from);
        } catch (IOException e) {
            close(near); // Refused by the node: the other end learns it as a connection that is closed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(near);
        }
    }

    private void join(Socket near, Socket far, int from) throws IOException {
        try {
            keep(far);
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
        } catch (IOException e) {
            close(far);
            throw e;
        }
        start("proxy-answers", () -> copy(far, near, nodeId, from, lane.answers()));
        copy(near, far, from, nodeId, lane);
    }

    /** Of two that come at once, a connection and the end of this port, the later sees the other. */
    private void keep(Socket socket) throws IOException {
        open.add(socket);
        if (listener.isClosed()) {
            throw new IOException("the port is closed");
        }
    }

    private void copy(Socket source, Socket sink, int from, int to, Lane over) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (source;
                sink) {
            InputStream in = source.getInputStream();
            OutputStream out = sink.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                gate.pass(from, to, over);
                out.write(buffer, 0, count);
            }
            gate.pass(from, to, over);
        } catch (IOException e) {
            close(source); // An end went away: so does the other.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(source);
            open.remove(sink);
        }
    }

    private void close(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
