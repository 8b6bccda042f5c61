// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.record;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.client.Header;
import io.tidemark.client.consumer.ConsumerRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Prints records one a line: as their bytes, or as JSON. */
final class RecordWriter {
    private static final byte[] NOTHING = {};
    private static final Gson GSON =
            new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private final OutputStream out;
    private final boolean json;
    private final byte @Nullable [] keySeparator;

    /**
     * Prints to {@code out}.
     *
     * @param json whether each line is a JSON object
     * @param keySeparator printed after the key; null when keys are not printed
     */
    RecordWriter(OutputStream out, boolean json, @Nullable String keySeparator) {
        this.out = out;
        this.json = json;
        this.keySeparator = keySeparator == null ? null : keySeparator.getBytes(StandardCharsets.UTF_8);
    }

    void write(ConsumerRecord record) throws IOException {
        if (json) {
            out.write(GSON.toJson(json(record)).getBytes(StandardCharsets.UTF_8));
        } else {
            if (keySeparator != null) {
                out.write(record.key() == null ? NOTHING : record.key());
                out.write(keySeparator);
            }
            out.write(record.value() == null ? NOTHING : record.value());
        }
        out.write('\n');
    }

    private static JsonObject json(ConsumerRecord record) {
        JsonObject json = new JsonObject();
        json.addProperty("topic", record.topic());
        json.addProperty("partition", record.partition());
        json.addProperty("offset", record.offset());
        json.addProperty("timestampMs", record.timestampMs());
        addBytes(json, "key", record.key());
        addBytes(json, "value", record.value());
        JsonArray headers = new JsonArray();
        for (Header header : record.headers()) {
            JsonObject each = new JsonObject();
            each.addProperty("key", header.key());
            addBytes(each, "value", header.value());
            headers.add(each);
        }
        json.add("headers", headers);
        return json;
    }

    /** Adds bytes as text when they are UTF-8, else as base64 under a name that says so. */
    private static void addBytes(JsonObject json, String name, byte @Nullable [] bytes) {
        if (bytes == null) {
            json.add(name, null);
            return;
        }
        try {
            json.addProperty(
                    name,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException e) {
            json.addProperty(name + "Base64", Base64.getEncoder().encodeToString(bytes));
        }
    }
}
