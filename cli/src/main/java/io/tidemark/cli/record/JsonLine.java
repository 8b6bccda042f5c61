// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.client.Header;
import io.tidemark.client.producer.ProducerRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads records as {@code consume -o json} prints them: {@code key}, {@code value} and headers as text, or as Base64 under a
 * name that ends so, {@code timestampMs}. What is absent or null is absent in the record. Topic, partition and offset are left
 * aside.
 */
final class JsonLine {
    private JsonLine() {}

    /** The record of a line, with what was asked for it besides. */
    static ProducerRecord read(byte[] line, long lineNumber, String topic, OptionalInt partition) {
        try {
            JsonObject json = JsonParser.parseString(new String(line, StandardCharsets.UTF_8))
                    .getAsJsonObject();
            OptionalLong timestampMs = json.has("timestampMs")
                    ? OptionalLong.of(json.get("timestampMs").getAsLong())
                    : OptionalLong.empty();
            return new ProducerRecord(
                    topic, partition, timestampMs, bytes(json, "key"), bytes(json, "value"), headers(json));
        } catch (JsonParseException
                | IllegalStateException
                | IllegalArgumentException
                | UnsupportedOperationException e) {
            throw CommandException.failed("line " + lineNumber + " is no record in JSON: " + e.getMessage()
                    + "; the lines before it were written");
        }
    }

    private static byte @Nullable [] bytes(JsonObject json, String name) {
        JsonElement base64 = json.get(name + "Base64");
        if (base64 != null && !base64.isJsonNull()) {
            return Base64.getDecoder().decode(base64.getAsString());
        }
        JsonElement text = json.get(name);
        return text == null || text.isJsonNull() ? null : text.getAsString().getBytes(StandardCharsets.UTF_8);
    }

    private static List<Header> headers(JsonObject json) {
        List<Header> headers = new ArrayList<>();
        JsonArray array = json.has("headers") ? json.getAsJsonArray("headers") : new JsonArray();
        for (JsonElement element : array) {
            JsonObject header = element.getAsJsonObject();
            if (!header.has("key")) {
                throw new IllegalArgumentException("a header has no key");
            }
            headers.add(new Header(header.get("key").getAsString(), bytes(header, "value")));
        }
        return headers;
    }
}
