// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.TestBatches;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is on disk stays readable: a change of these bytes is a change of the format. */
class DiskFormatTest {
    private static final Path GOLDEN = Path.of("src/test/resources/log/disk-format.txt");
    private static final LogIdentity IDENTITY = new LogIdentity(new UUID(0x0102030405060708L, 0x090a0b0c0d0e0f10L), 7);

    @Test
    void matchesTheGoldenFile() throws IOException {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        Envelope envelope = new Envelope(IDENTITY);
        ByteBuffer batch = TestBatches.batch(42, 1, 3, 1000, 4);
        lines.add("batch " + hex(envelope.seal(Envelope.BATCH, 42, 3, 5000, batch)) + " " + hex(batch));
        ByteBuffer marker = new TailMarker(17, 2, false).toBody();
        lines.add("truncate " + hex(envelope.seal(Envelope.TRUNCATE, 17, 4, 5001, marker)) + " " + hex(marker));
        ByteBuffer restart = new TailMarker(99, -1, true).toBody();
        lines.add("restart " + hex(envelope.seal(Envelope.TRUNCATE, 99, -1, 5002, restart)) + " " + hex(restart));
        lines.add("epoch " + hex(envelope.seal(Envelope.EPOCH, 17, 5, 5003, ByteBuffer.allocate(0))));
        lines.add("mark " + hex(new LogMark(3, 100, 20, 4096, 77, true, false, false).encode(9)));
        lines.add("manifest " + manifest(0));
        lines.add("cleaned-manifest " + manifest(1));
        String found = lines.toString();
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(GOLDEN, found);
        }
        assertThat(found).isEqualTo(Files.readString(GOLDEN));
    }

    private static String manifest(int generation) throws IOException {
        Path file = Files.createTempFile("manifest", "");
        try {
            TreeMap<Integer, Manifest.Entry> entries = new TreeMap<>();
            entries.put(2, new Manifest.Entry(20, 0));
            entries.put(3, new Manifest.Entry(55, generation));
            new Manifest(IDENTITY, "orders", entries, generation * 40L).save(file);
            return HexFormat.of().formatHex(Files.readAllBytes(file));
        } finally {
            Files.delete(file);
        }
    }

    private static String hex(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return HexFormat.of().formatHex(copy);
    }
}
