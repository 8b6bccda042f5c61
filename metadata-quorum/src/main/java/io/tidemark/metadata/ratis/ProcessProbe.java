// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.image.Endpoint;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether a process still listens, by connecting to it. Only a refused connection proves anything: the machine is
 * there and nobody listens. Connects on a few threads of its own that go when they are idle.
 */
final class ProcessProbe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessProbe.class);
    private static final int CONNECT_TIMEOUT_MS = 500;
    private static final int THREADS = 8;

    private final ThreadPoolExecutor threads;

    ProcessProbe(String name) {
        threads = new ThreadPoolExecutor(THREADS, THREADS, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        threads.allowCoreThreadTimeOut(true);
        threads.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Looks, and then says true when nobody listens at the endpoint, false when someone does or it cannot be told. */
    void look(Endpoint endpoint, Consumer<Boolean> result) {
        threads.execute(() -> result.accept(isRefused(endpoint)));
    }

    /** Whether a connection is refused now. Blocks for at most half a second. */
    static boolean isRefused(Endpoint endpoint) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), CONNECT_TIMEOUT_MS);
            return false;
        } catch (ConnectException e) {
            // A timeout of the kernel and a missing route come as this exception too.
            return String.valueOf(e.getMessage()).contains("refused");
        } catch (IOException e) {
            LOG.debug("whether a process listens at {} cannot be told", endpoint, e);
            return false;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
