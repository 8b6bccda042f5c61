// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import io.tidemark.client.metadata.ClientConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster a command talks to, and with which client settings. */
public final class ClusterOptions {
    private static final String DEFAULT_BOOTSTRAP = "127.0.0.1:9092";
    /** Longer than a quorum takes to elect a leader, and short for a person who waits for an answer. */
    private static final String PATIENCE_MS = "10000";

    @Option(
            names = {"--bootstrap-server", "--bootstrap"},
            paramLabel = "HOST:PORT[,...]",
            description = "Nodes to ask first. Default: those of the local cluster, else " + DEFAULT_BOOTSTRAP + ".")
    private @Nullable String bootstrapServer;

    @Option(
            names = "--cluster",
            paramLabel = "DIR",
            description = "Directory of a cluster made by 'tidemark cluster start'. Default: $$"
                    + ClusterDirectory.ENVIRONMENT + ", else ./" + ClusterDirectory.DEFAULT_NAME + ".")
    private @Nullable Path clusterDirectory;

    @Option(
            names = "--client-config",
            paramLabel = "KEY=VALUE",
            description = "A client setting by Kafka's name; may be repeated.")
    private Map<String, String> clientConfig = new LinkedHashMap<>();

    /** Where to find the cluster: host:port, comma separated. */
    public String bootstrap() {
        if (bootstrapServer != null) {
            return bootstrapServer;
        }
        Path directory = ClusterDirectory.resolve(clusterDirectory);
        if (Files.exists(ClusterDirectory.file(directory))) {
            return ClusterDirectory.bootstrapOf(directory);
        }
        if (clusterDirectory != null) {
            throw CommandException.failed(clusterDirectory
                    + " holds no cluster: make one with 'tidemark cluster start --dir " + clusterDirectory + "'");
        }
        return DEFAULT_BOOTSTRAP;
    }

    /** Settings of a client of this cluster; what the person set wins over {@code defaults}. */
    public ClientConfig clientConfig(Map<String, String> defaults) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("default.api.timeout.ms", PATIENCE_MS);
        values.putAll(defaults);
        values.putAll(clientConfig);
        values.put("bootstrap.servers", bootstrap());
        try {
            return new ClientConfig(values);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}
