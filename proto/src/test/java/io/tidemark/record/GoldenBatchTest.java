// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bytes of batches, field by field. */
class GoldenBatchTest {
    private static final long TIME_MS = 1_764_374_400_000L;

    private static final List<Field> FIELDS = List.of(
            new Field("baseOffset", 8),
            new Field("batchLength", 4),
            new Field("leaderEpoch", 4),
            new Field("magic", 1),
            new Field("crc", 4),
            new Field("attributes", 2),
            new Field("lastOffsetDelta", 4),
            new Field("baseTimestamp", 8),
            new Field("maxTimestamp", 8),
            new Field("producerId", 8),
            new Field("producerEpoch", 2),
            new Field("baseSequence", 4),
            new Field("recordsCount", 4));

    private record Field(String name, int sizeBytes) {}

    @Test
    void plainRecords() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(TIME_MS, bytes("key"), bytes("value"), List.of());
        builder.append(TIME_MS + 1000, bytes("key"), bytes("another value"), List.of());
        builder.append(TIME_MS - 1, bytes(""), bytes(""), List.of());

        assertGolden("batch-plain.txt", builder.build(42, 7));
    }

    @Test
    void nullKeysAndValues() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(TIME_MS, null, bytes("value"), List.of());
        builder.append(TIME_MS, bytes("deleted"), (byte[]) null, List.of());
        builder.append(TIME_MS, null, (byte[]) null, List.of());

        assertGolden("batch-nulls.txt", builder.build(0, -1));
    }

    @Test
    void headers() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        List<RecordHeader> headers = List.of(
                new RecordHeader("trace", bytes("abc")),
                new RecordHeader("trace", null),
                new RecordHeader("größe", new byte[0]));
        builder.append(TIME_MS, bytes("key"), bytes("value"), headers);

        assertGolden("batch-headers.txt", builder.build(0, 0));
    }

    @Test
    void producer() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.producer(0x1122334455667788L, (short) 0x0102, 0x0A0B0C0D);
        builder.append(TIME_MS, null, bytes("value"), List.of());

        assertGolden("batch-producer.txt", builder.build(Long.MAX_VALUE / 2, Integer.MAX_VALUE));
    }

    @Test
    void noTimestamp() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(-1, null, bytes("value"), List.of());

        assertGolden("batch-no-timestamp.txt", builder.build(0, 0));
    }

    /** Compressors may find better forms over time; what was written must stay readable. */
    @ParameterizedTest
    @EnumSource(value = Compression.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void compressedRecordsStayReadable(Compression codec) {
        BatchBuilder builder = new BatchBuilder(codec);
        for (int i = 0; i < 20; i++) {
            builder.append(TIME_MS + i, bytes("key " + i % 3), bytes("value value value " + i), List.of());
        }
        ByteBuffer built = builder.build(5, 2);
        GoldenFile file = new GoldenFile("batch-" + codec.name().toLowerCase(Locale.ROOT) + ".txt");
        if (Boolean.getBoolean("golden.rewrite")) {
            file.assertHolds(print(built));
        }

        ByteBuffer stored = parse(file.read());
        assertThat(BatchValidator.validate(stored, stored.remaining(), true)).isNull();
        assertThat(SampleBatch.read(stored)).isEqualTo(SampleBatch.read(built));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static void assertGolden(String name, ByteBuffer batch) {
        GoldenFile file = new GoldenFile(name);
        file.assertHolds(print(batch));
        assertThat(parse(file.read())).isEqualTo(batch);
        assertThat(BatchValidator.validate(batch, batch.remaining(), true)).isNull();
    }

    private static String print(ByteBuffer batch) {
        StringBuilder text = new StringBuilder();
        byte[] bytes = BatchSurgery.bytesOf(batch);
        int at = 0;
        for (Field field : FIELDS) {
            text.append(line(field.name(), bytes, at, field.sizeBytes()));
            at += field.sizeBytes();
        }
        for (; at < bytes.length; at += 16) {
            text.append(line("records", bytes, at, Math.min(16, bytes.length - at)));
        }
        return text.toString();
    }

    private static String line(String name, byte[] bytes, int at, int count) {
        return String.format(
                Locale.ROOT, "%4d %-15s %s\n", at, name, HexFormat.of().formatHex(bytes, at, at + count));
    }

    private static ByteBuffer parse(String text) {
        StringBuilder hex = new StringBuilder();
        text.lines().forEach(line -> hex.append(line.substring(line.lastIndexOf(' ') + 1)));
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }
}
