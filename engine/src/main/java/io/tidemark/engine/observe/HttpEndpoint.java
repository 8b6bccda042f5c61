// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The node's HTTP endpoint: {@code /metrics} for Prometheus, {@code /ready} for probes, {@code /state} for tools. */
public final class HttpEndpoint implements AutoCloseable {
    /**
     * What the endpoint shows; each is asked on a request's thread and may wait a little.
     *
     * @param metrics text in Prometheus's format
     * @param notReady why the node is not ready, in one line; empty when it is
     * @param state the node's state as JSON
     */
    public record Pages(Supplier<String> metrics, Supplier<String> notReady, Supplier<String> state) {}

    private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads;

    private HttpEndpoint(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /** Starts to listen. */
    public static HttpEndpoint start(InetSocketAddress address, Pages pages) throws IOException {
        HttpServer server = HttpServer.create(address, 16);
        ExecutorService threads = Executors.newFixedThreadPool(2, work -> {
            Thread thread = new Thread(work, "tidemark-http");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        serve(
                server,
                "/metrics",
                () -> new Answer(
                        200,
                        "text/plain; version=0.0.4; charset=utf-8",
                        pages.metrics().get()));
        serve(
                server,
                "/state",
                () -> new Answer(200, "application/json", pages.state().get()));
        serve(server, "/ready", () -> {
            String reason = pages.notReady().get();
            return reason.isEmpty() ? new Answer(200, PLAIN, "ready\n") : new Answer(503, PLAIN, reason + "\n");
        });
        server.start();
        return new HttpEndpoint(server, threads);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private record Answer(int status, String contentType, String text) {}

    private static void serve(HttpServer server, String path, Supplier<Answer> page) {
        server.createContext(path, exchange -> send(exchange, made(path, page)));
    }

    private static Answer made(String path, Supplier<Answer> page) {
        try {
            return page.get();
        } catch (RuntimeException fault) {
            LOG.error("{} cannot be shown", path, fault);
            return new Answer(500, PLAIN, path + " cannot be shown: " + fault + "\n");
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", answer.contentType());
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
