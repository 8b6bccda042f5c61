// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a local cluster lives, and the file in it that says where its nodes listen. */
public final class ClusterDirectory {
    /** Environment variable that names the directory. */
    public static final String ENVIRONMENT = "TIDEMARK_CLUSTER";
    /** Directory used when nothing names one. */
    public static final String DEFAULT_NAME = "tidemark-cluster";

    private ClusterDirectory() {}

    /** The directory given, else that of the environment, else the default in the current one. */
    public static Path resolve(@Nullable Path given) {
        if (given != null) {
            return given;
        }
        String named = System.getenv(ENVIRONMENT);
        return Path.of(named == null || named.isEmpty() ? DEFAULT_NAME : named);
    }

    /** The file that describes the cluster. */
    public static Path file(Path directory) {
        return directory.resolve("cluster.json");
    }

    /** The whole description. */
    public static JsonObject read(Path directory) {
        Path file = file(directory);
        try {
            return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
        } catch (IOException | JsonParseException | IllegalStateException e) {
            throw CommandException.failed("cannot read " + file + ": " + e.getMessage());
        }
    }

    /** Where clients find the cluster: host:port, comma separated. */
    public static String bootstrapOf(Path directory) {
        JsonObject cluster = read(directory);
        if (!cluster.has("bootstrap")) {
            throw CommandException.failed(file(directory) + " names no bootstrap");
        }
        return cluster.get("bootstrap").getAsString();
    }
}
