// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that says that the last stop was in good order and where every log ended. It is taken, that is deleted durably,
 * before any log is touched (guard G34), and written last, after every log was closed (guard G38).
 *
 * <pre>
 * tidemark-clean-shutdown 1
 * broker-epoch EPOCH
 * TOPIC_ID PARTITION LOG_END LAST_EPOCH     (one line per log)
 * end COUNT
 * </pre>
 */
public final class CleanShutdownFile {
    private static final Logger LOG = LoggerFactory.getLogger(CleanShutdownFile.class);
    private static final String HEADER = "tidemark-clean-shutdown 1";

    private final Path file;

    /** In the data directory. */
    public CleanShutdownFile(Path dataDirectory) {
        this.file = dataDirectory.resolve("clean-shutdown");
    }

    /**
     * What the file says.
     *
     * @param brokerEpoch epoch of the life that stopped
     * @param partitions where its logs ended
     */
    public record Content(long brokerEpoch, List<RecoveredPartition> partitions) {}

    /** Reads and deletes the file; null after a stop that was not clean. */
    public @Nullable Content take() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        forget();
        try {
            return parse(lines);
        } catch (IllegalArgumentException torn) {
            LOG.warn("{} is not readable ({}): the last stop counts as unclean", file, torn.getMessage());
            return null;
        }
    }

    /** A crash from here on must not find the word of an earlier stop (guard G34). */
    private void forget() throws IOException {
        Files.delete(file);
        syncDirectory(file);
    }

    /** Writes the file durably. */
    public void write(long brokerEpoch, List<RecoveredPartition> partitions) throws IOException {
        StringBuilder text = new StringBuilder(HEADER).append("\nbroker-epoch ").append(brokerEpoch);
        for (RecoveredPartition partition : partitions) {
            text.append('\n')
                    .append(partition.key().topicId())
                    .append(' ')
                    .append(partition.key().partition())
                    .append(' ')
                    .append(partition.logEndOffset())
                    .append(' ')
                    .append(partition.lastEpoch());
        }
        text.append("\nend ").append(partitions.size()).append('\n');
        writeDurably(file, text.toString());
    }

    private static Content parse(List<String> lines) {
        int last = lines.size() - 1;
        require(last >= 2 && lines.get(0).equals(HEADER), "unknown format");
        require(lines.get(last).equals("end " + (last - 2)), "torn");
        require(lines.get(1).startsWith("broker-epoch "), "no broker epoch");
        List<RecoveredPartition> partitions = new ArrayList<>();
        for (String line : lines.subList(2, last)) {
            String[] fields = line.split(" ", -1);
            require(fields.length == 4, "torn line");
            partitions.add(new RecoveredPartition(
                    new PartitionKey(UUID.fromString(fields[0]), Integer.parseInt(fields[1])),
                    Long.parseLong(fields[2]),
                    Integer.parseInt(fields[3]),
                    false));
        }
        return new Content(Long.parseLong(lines.get(1).substring("broker-epoch ".length())), partitions);
    }

    private static void require(boolean condition, String fault) {
        if (!condition) {
            throw new IllegalArgumentException(fault);
        }
    }

    static void writeDurably(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(file);
    }

    private static void syncDirectory(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
