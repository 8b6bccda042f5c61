// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Marks a data directory as belonging to one node of one cluster, and reads the mark back. A node never starts on a
 * directory without it: a disk that was lost and came back empty must not pass for the old one.
 *
 * <p>The directory id is random: a voter's name in the quorum is its node id together with it, so a disk that was lost and
 * formatted again is a stranger and does not vote until it is added (KIP-853).
 *
 * <p>Formatting also leaves a bootstrap marker. The quorum node consumes it when it founds its part of the quorum, before
 * it answers anyone; without the marker it only ever recovers what is there. So a voter whose quorum files were lost
 * refuses to start instead of helping to found an empty quorum beside the old one.
 */
public final class DirectoryFormat {
    static final String META_FILE = "meta.properties";
    static final String BOOTSTRAP_FILE = "quorum-bootstrap";
    private static final String VERSION = "1";

    private DirectoryFormat() {}

    /**
     * Formats a directory, creating it if needed.
     *
     * @throws DirectoryFormatException when it is formatted already or holds foreign files
     */
    public static void format(Path dir, String clusterId, int nodeId) throws IOException {
        if (clusterId.isBlank() || clusterId.length() > 64 || nodeId < 0) {
            throw new DirectoryFormatException("a cluster id of 1 to 64 characters and a node id from 0 are needed");
        }
        refuseUsed(dir);
        Files.createDirectories(dir);
        DurableFiles.replace(dir.resolve(BOOTSTRAP_FILE), (clusterId + "\n").getBytes(UTF_8));
        String meta = "format.version=" + VERSION + "\ncluster.id=" + clusterId + "\nnode.id=" + nodeId
                + "\ndirectory.id=" + UUID.randomUUID() + "\n";
        DurableFiles.replace(dir.resolve(META_FILE), meta.getBytes(UTF_8));
    }

    /**
     * Reads a formatted directory's mark.
     *
     * @throws DirectoryFormatException when the directory is not formatted or the mark is damaged
     */
    public static FormattedDirectory open(Path dir) throws IOException {
        Path meta = dir.resolve(META_FILE);
        if (!Files.isRegularFile(meta)) {
            throw new DirectoryFormatException(
                    dir + " is not formatted: run `tidemark format` for a new node, or mount the node's own disk");
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(meta, UTF_8)) {
            properties.load(reader);
        }
        if (!VERSION.equals(properties.getProperty("format.version"))) {
            throw new DirectoryFormatException(meta + " has format.version " + properties.getProperty("format.version")
                    + ", this version reads " + VERSION);
        }
        try {
            return new FormattedDirectory(
                    dir,
                    required(meta, properties, "cluster.id"),
                    Integer.parseInt(required(meta, properties, "node.id")),
                    UUID.fromString(required(meta, properties, "directory.id")));
        } catch (IllegalArgumentException e) {
            throw new DirectoryFormatException(meta + " is damaged: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a formatted directory's mark and compares it with what the node's configuration says.
     *
     * @throws DirectoryFormatException when the directory is not formatted or belongs to another node or cluster
     */
    public static FormattedDirectory open(Path dir, String clusterId, int nodeId) throws IOException {
        FormattedDirectory directory = open(dir);
        if (!directory.clusterId().equals(clusterId) || directory.nodeId() != nodeId) {
            throw new DirectoryFormatException(dir + " belongs to node " + directory.nodeId() + " of cluster "
                    + directory.clusterId() + ", not to node " + nodeId + " of cluster " + clusterId);
        }
        return directory;
    }

    private static void refuseUsed(Path dir) throws IOException {
        if (Files.exists(dir.resolve(META_FILE))) {
            FormattedDirectory there = open(dir);
            throw new DirectoryFormatException(
                    dir + " is formatted already, for node " + there.nodeId() + " of cluster " + there.clusterId());
        }
        if (!Files.exists(dir)) {
            return;
        }
        try (Stream<Path> files = Files.list(dir)) {
            @Nullable
            Path foreign =
                    files.filter(file -> !isLeftByFormat(file)).findFirst().orElse(null);
            if (foreign != null) {
                throw new DirectoryFormatException(
                        dir + " holds other files (" + foreign.getFileName() + "): give an empty directory");
            }
        }
    }

    /** What a format that was cut short leaves, and what a new file system holds. */
    private static boolean isLeftByFormat(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.equals("lost+found") || name.equals(BOOTSTRAP_FILE) || name.endsWith(".tmp");
    }

    private static String required(Path meta, Properties properties, String key) throws DirectoryFormatException {
        String value = properties.getProperty(key);
        if (value == null || value.isBlank()) {
            throw new DirectoryFormatException(meta + " is damaged: " + key + " is missing");
        }
        return value;
    }
}
