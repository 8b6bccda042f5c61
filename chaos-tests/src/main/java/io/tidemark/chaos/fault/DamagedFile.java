// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.NodePlan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Kills a minority of nodes and damages the hottest partition's log on each of them before they are started again. */
final class DamagedFile implements Nemesis {
    private static final Duration WHOLE = Duration.ofSeconds(45);

    /** What is done to a file. */
    enum Kind {
        BIT_FLIP,
        TRUNCATION
    }

    private final Kind kind;

    DamagedFile(Kind kind) {
        this.kind = kind;
    }

    @Override
    public String name() {
        return kind == Kind.BIT_FLIP ? "bit-flip" : "truncated-file";
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        // Only one copy may be lost at a time.
        field.cluster().awaitWhole(field.topic(), WHOLE);
        List<Integer> minority = field.minority();
        field.cluster().kill(minority);
        StringBuilder done = new StringBuilder();
        for (NodePlan node : field.cluster().nodes()) {
            if (minority.contains(node.nodeId())) {
                Path file = newestSegment(node.dataDirectory().resolve("topics"), field.topic() + "-0.");
                done.append(kind == Kind.BIT_FLIP ? flip(file, field.random()) : truncate(file));
            }
        }
        Kill.Dead dead = new Kill.Dead(field, minority);
        String evidence = done.toString();
        return new Injury() {
            @Override
            public String targets() {
                return dead.targets();
            }

            @Override
            public String evidence() {
                return evidence;
            }

            @Override
            public void heal() {
                dead.heal();
            }
        };
    }

    private static Path newestSegment(Path topics, String prefix) throws IOException {
        try (Stream<Path> files = Files.walk(topics)) {
            return files.filter(file -> file.toString().endsWith(".cq4")
                            && topics.relativize(file).toString().startsWith(prefix))
                    .max(Comparator.naturalOrder())
                    .orElseThrow(() -> new IOException("no segment of " + prefix + " under " + topics));
        }
    }

    static String flip(Path path, Random random) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            long writtenBytes = writtenBytes(file);
            long position;
            int before;
            do {
                // Zeros may be padding, and the first bytes are the file format's own.
                position = writtenBytes / 4 + (long) (random.nextDouble() * writtenBytes / 2);
                file.seek(position);
                before = file.read();
            } while (before == 0);
            int after = before ^ (1 << random.nextInt(8));
            file.seek(position);
            file.write(after);
            return path.getFileName() + " byte " + position + " was " + before + " and is " + after + "; ";
        }
    }

    static String truncate(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            long writtenBytes = writtenBytes(file);
            long keptBytes = writtenBytes * 3 / 4;
            file.setLength(keptBytes);
            return path.getFileName() + " ends at byte " + keptBytes + ", was written to " + writtenBytes + "; ";
        }
    }

    /** Position after the last byte that is not zero. */
    private static long writtenBytes(RandomAccessFile file) throws IOException {
        byte[] block = new byte[1 << 16];
        long end = 0;
        file.seek(0);
        long at = 0;
        for (int count = file.read(block); count > 0; count = file.read(block)) {
            for (int i = count - 1; i >= 0; i--) {
                if (block[i] != 0) {
                    end = at + i + 1;
                    break;
                }
            }
            at += count;
        }
        return end;
    }

    @Override
    public Duration hold() {
        return Duration.ofMillis(500);
    }
}
