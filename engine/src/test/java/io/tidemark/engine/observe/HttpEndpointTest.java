// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpEndpointTest {
    private volatile Supplier<String> notReady = () -> "";
    private volatile Supplier<String> metrics = () -> "a_metric 1\n";
    private final HttpEndpoint endpoint = start();

    private HttpEndpoint start() {
        StateDump dump =
                new StateDump("test", 1, 11, 5, 2, "RUNNING", true, List.of(EngineMetricsTest.led(List.of(1, 2, 3))));
        try {
            return HttpEndpoint.start(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    new HttpEndpoint.Pages(() -> metrics.get(), () -> notReady.get(), dump::toJson));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + endpoint.address().getPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void servesMetricsAsText() throws Exception {
        assertThat(get("/metrics").body()).isEqualTo("a_metric 1\n");
    }

    @Test
    void saysWhyAPageCannotBeShown() throws Exception {
        metrics = () -> {
            throw new IllegalStateException("no numbers");
        };

        assertThat(get("/metrics").statusCode()).isEqualTo(500);
        assertThat(get("/metrics").body())
                .startsWith("/metrics cannot be shown")
                .contains("no numbers");
    }

    @Test
    void isNotReadyWhenThatCannotBeTold() throws Exception {
        notReady = () -> {
            throw new IllegalStateException("no image");
        };

        assertThat(get("/ready").statusCode()).isEqualTo(500);
        assertThat(get("/ready").body()).startsWith("/ready cannot be shown").contains("no image");
    }

    @Test
    void saysWhetherTheNodeIsReady() throws Exception {
        assertThat(get("/ready").statusCode()).isEqualTo(200);

        notReady = () -> "broker is FENCED";

        assertThat(get("/ready").statusCode()).isEqualTo(503);
        assertThat(get("/ready").body()).isEqualTo("broker is FENCED\n");
    }

    @Test
    void dumpsEveryPartitionAsJson() throws Exception {
        JsonObject dump = JsonParser.parseString(get("/state").body()).getAsJsonObject();

        JsonObject partition = dump.getAsJsonArray("partitions").get(0).getAsJsonObject();
        assertThat(partition.get("topic").getAsString()).isEqualTo("orders");
        assertThat(partition.getAsJsonObject("state").get("highWatermark").getAsLong())
                .isEqualTo(18);
        assertThat(dump.get("imageIndex").getAsLong()).isEqualTo(5);
    }

    @Test
    void answers404ForAnythingElse() throws Exception {
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
    }
}
