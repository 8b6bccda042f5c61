// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The file that keeps what a start found out about the last stop until the controller has been told. Recovery repairs what
 * it finds, so a process that ends before its registration would leave nothing for the next one to find.
 *
 * <pre>
 * tidemark-untold-report 1
 * lossy true|false
 * TOPIC_ID PARTITION                         (one line per unclean partition)
 * end COUNT
 * </pre>
 */
public final class UntoldReport {
    private static final String HEADER = "tidemark-untold-report 1";
    private static final StopReport NOTHING = new StopReport(-1, false, List.of());

    private final Path file;

    /** In the data directory. */
    public UntoldReport(Path dataDirectory) {
        this.file = dataDirectory.resolve("untold-report");
    }

    /** Adds what earlier starts found and were not able to tell, and keeps the whole durably. */
    public StopReport extend(StopReport found) throws IOException {
        StopReport whole = found.with(read());
        StringBuilder text = new StringBuilder(HEADER).append("\nlossy ").append(whole.lossy());
        for (PartitionKey key : whole.uncleanPartitions()) {
            text.append('\n').append(key.topicId()).append(' ').append(key.partition());
        }
        text.append("\nend ").append(whole.uncleanPartitions().size()).append('\n');
        CleanShutdownFile.writeDurably(file, text.toString());
        return whole;
    }

    /** The controller has been told. */
    public void told() throws IOException {
        Files.deleteIfExists(file);
    }

    private StopReport read() throws IOException {
        if (!Files.exists(file)) {
            return NOTHING;
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        int last = lines.size() - 1;
        boolean isWhole =
                last >= 2 && lines.get(0).equals(HEADER) && lines.get(last).equals("end " + (last - 2));
        if (!isWhole) {
            throw new IOException(
                    file + " is not readable: what it said of lost records is not known; remove it together"
                            + " with boot-id, so that this start counts as one after a power cut");
        }
        List<PartitionKey> unclean = new ArrayList<>();
        for (String line : lines.subList(2, last)) {
            String[] fields = line.split(" ", -1);
            unclean.add(new PartitionKey(UUID.fromString(fields[0]), Integer.parseInt(fields[1])));
        }
        return new StopReport(-1, lines.get(1).equals("lossy true"), List.copyOf(unclean));
    }
}
