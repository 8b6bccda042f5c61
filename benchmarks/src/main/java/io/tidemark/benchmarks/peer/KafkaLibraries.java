// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * Kafka's brokers as Maven artifacts with the libraries that they ask for themselves, in a folder of their own: nothing of
 * this build's choice of versions reaches them. Fetched once, by Maven.
 */
final class KafkaLibraries {
    private static final String POM = "kafka-broker-pom.xml";
    private static final String LOGGING = "kafka-log4j2.yaml";

    private final Path directory;

    private KafkaLibraries(Path directory) {
        this.directory = directory;
    }

    /** Brokers of the same version as the client on the class path. */
    static KafkaLibraries fetch(Path workDirectory) throws IOException, InterruptedException {
        String version = AppInfoParser.getVersion();
        Path directory = Files.createDirectories(workDirectory.toAbsolutePath().resolve("kafka-" + version));
        KafkaLibraries libraries = new KafkaLibraries(directory);
        copyResource(LOGGING, libraries.loggingFile());
        Path complete = directory.resolve("complete");
        if (!Files.exists(complete)) {
            Path pom = directory.resolve("pom.xml");
            copyResource(POM, pom);
            NodeProcesses.run(
                    List.of(
                            "mvn",
                            "-B",
                            "-q",
                            "-f",
                            pom.toString(),
                            "-Dkafka.version=" + version,
                            "-DoutputDirectory=" + directory.resolve("lib"),
                            "dependency:copy-dependencies"),
                    directory.resolve("fetch.log"));
            Files.writeString(complete, version + "\n");
        }
        return libraries;
    }

    String classPath() {
        return directory.resolve("lib") + "/*";
    }

    Path loggingFile() {
        return directory.resolve("log4j2.yaml");
    }

    private static void copyResource(String name, Path target) throws IOException {
        try (InputStream in = KafkaLibraries.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the resource " + name + " is missing");
            }
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
