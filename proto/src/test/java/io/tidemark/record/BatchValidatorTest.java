// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static io.tidemark.record.BatchFault.Kind.BATCH_TOO_LARGE;
import static io.tidemark.record.BatchFault.Kind.CORRUPT_BATCH;
import static io.tidemark.record.BatchFault.Kind.INVALID_REQUEST;
import static io.tidemark.record.BatchFault.Kind.INVALID_TIMESTAMP;
import static io.tidemark.record.BatchFault.Kind.UNSUPPORTED_COMPRESSION;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchValidatorTest {
    private static final int LIMIT_BYTES = 1024 * 1024;
    private static final long NOW_MS = 1_700_000_000_000L;

    /** Three records of eight bytes: length 7, attributes, timestamp delta, offset delta, key, value, headers. */
    private final ByteBuffer batch = batch(Compression.NONE);

    private static ByteBuffer batch(Compression codec) {
        BatchBuilder builder = new BatchBuilder(codec);
        for (int i = 0; i < 3; i++) {
            builder.append(NOW_MS + i, null, new byte[] {(byte) i}, List.of());
        }
        return builder.build(0, -1);
    }

    private static void assertFault(ByteBuffer batch, BatchFault.Kind kind, String message) {
        BatchFault fault = Objects.requireNonNull(BatchValidator.validate(batch, LIMIT_BYTES, true), "no fault found");
        assertThat(fault.message()).contains(message).doesNotContain("\n");
        assertThat(fault.kind()).as(fault.message()).isEqualTo(kind);
    }

    @Property(tries = 200)
    @Domain(SampleBatches.class)
    void acceptsWhatIsBuilt(@ForAll SampleBatch sample) {
        ByteBuffer built = sample.build();

        assertThat(BatchValidator.validate(built, built.remaining(), true)).isNull();
        assertThat(BatchValidator.validate(direct(built), built.remaining(), true))
                .isNull();
        assertThat(built.position()).isZero();
    }

    private static ByteBuffer direct(ByteBuffer batch) {
        ByteBuffer copy = ByteBuffer.allocateDirect(batch.remaining() + 9);
        copy.position(9).put(batch.duplicate());
        return copy.position(9).asReadOnlyBuffer();
    }

    @Test
    void refusesLessThanAHeader() {
        assertFault(ByteBuffer.allocate(60), CORRUPT_BATCH, "at least 61 bytes");
        assertFault(ByteBuffer.allocate(0), CORRUPT_BATCH, "this one has 0");
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 1, 3, -1})
    void refusesOtherMagic(byte magic) {
        assertFault(batch.put(BatchSurgery.MAGIC_AT, magic), CORRUPT_BATCH, "magic " + magic);
    }

    @Test
    void refusesALengthFieldThatIsNotTheSize() {
        assertFault(batch.slice(0, batch.limit() - 1), CORRUPT_BATCH, "length field says");
        assertFault(batch.putInt(BatchSurgery.LENGTH_AT, -1), CORRUPT_BATCH, "length field says -1");
    }

    @Test
    void refusesMoreThanTheLimit() {
        BatchFault fault = BatchValidator.validate(batch, batch.limit() - 1, false);

        assertThat(fault)
                .isEqualTo(new BatchFault(
                        BATCH_TOO_LARGE,
                        "the batch has " + batch.limit() + " bytes, the limit is " + (batch.limit() - 1)));
    }

    @Property(tries = 200)
    @Domain(SampleBatches.class)
    @Domain(DomainContext.Global.class)
    void seesEveryChangedBitBehindTheCrc(@ForAll SampleBatch sample, @ForAll long where) {
        ByteBuffer built = sample.build();
        long bits = 8L * (built.limit() - RecordBatch.CRC_COVERAGE_START);
        int bit = 8 * RecordBatch.CRC_COVERAGE_START + (int) Math.floorMod(where, bits);
        built.put(bit / 8, (byte) (built.get(bit / 8) ^ 1 << bit % 8));

        BatchFault fault =
                Objects.requireNonNull(BatchValidator.validate(built, Integer.MAX_VALUE, false), "no fault found");
        assertThat(fault.message()).contains("CRC-32C");
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7})
    void refusesUnknownCodecs(int codecId) {
        batch.putShort(BatchSurgery.ATTRIBUTES_AT, (short) codecId);

        assertFault(BatchSurgery.reseal(batch), UNSUPPORTED_COMPRESSION, "codec id " + codecId);
    }

    @ParameterizedTest
    @CsvSource({
        "0x10, INVALID_REQUEST, transactional",
        "0x20, INVALID_REQUEST, control",
        "0x30, INVALID_REQUEST, control",
        "0x08, INVALID_TIMESTAMP, log append time",
        "0x40, INVALID_REQUEST, reserved",
        "-32768, INVALID_REQUEST, 0x8000"
    })
    void refusesAttributesThatClientsMayNotSet(short attributes, BatchFault.Kind kind, String message) {
        batch.putShort(BatchSurgery.ATTRIBUTES_AT, attributes);

        assertFault(BatchSurgery.reseal(batch), kind, message);
    }

    @Test
    void refusesNoRecords() {
        batch.putInt(BatchSurgery.COUNT_AT, 0).putInt(BatchSurgery.LAST_OFFSET_DELTA_AT, -1);

        assertFault(BatchSurgery.reseal(batch), CORRUPT_BATCH, "0 records");
    }

    @Test
    void refusesALastOffsetDeltaThatIsNotTheCountLessOne() {
        batch.putInt(BatchSurgery.LAST_OFFSET_DELTA_AT, 3);

        assertFault(BatchSurgery.reseal(batch), CORRUPT_BATCH, "last offset delta 3");
    }

    @ParameterizedTest
    @ValueSource(longs = {-2, Long.MIN_VALUE, BatchValidator.TIMESTAMP_MAX_MS + 1, Long.MAX_VALUE})
    void refusesTimestampsOutsideTheLimits(long timestampMs) {
        assertFault(
                BatchSurgery.reseal(batch(Compression.NONE).putLong(BatchSurgery.BASE_TIMESTAMP_AT, timestampMs)),
                INVALID_TIMESTAMP,
                "base timestamp " + timestampMs);
        assertFault(
                BatchSurgery.reseal(batch(Compression.NONE).putLong(BatchSurgery.MAX_TIMESTAMP_AT, timestampMs)),
                INVALID_TIMESTAMP,
                "largest timestamp " + timestampMs);
    }

    @Test
    void refusesALargestTimestampThatIsNotTheRecords() {
        batch.putLong(BatchSurgery.MAX_TIMESTAMP_AT, NOW_MS + 3);

        assertFault(BatchSurgery.reseal(batch), INVALID_TIMESTAMP, "the records' is " + (NOW_MS + 2));
    }

    @Test
    void refusesARecordTimestampOutsideTheLimits() {
        batch.putLong(BatchSurgery.BASE_TIMESTAMP_AT, BatchValidator.TIMESTAMP_MAX_MS - 1);

        assertFault(BatchSurgery.reseal(batch), INVALID_TIMESTAMP, "record's timestamp");
    }

    @ParameterizedTest
    @CsvSource({"-2, 0, 0", "-1, 0, -1", "-1, -1, 0", "5, -1, 0", "5, 0, -1", "-2, -2, -2"})
    void refusesHalfAProducer(long producerId, short producerEpoch, int baseSequence) {
        RecordBatch.setProducer(batch, producerId, producerEpoch, baseSequence);

        assertFault(batch, INVALID_REQUEST, "producer id " + producerId);
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void refusesMoreRecordsThanCounted(Compression codec) {
        byte[] records = BatchSurgery.recordsOf(batch);
        byte[] more = Arrays.copyOf(records, records.length + 1);

        assertFault(BatchSurgery.withRecords(batch, codec, more), CORRUPT_BATCH, "bytes follow");
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void refusesFewerRecordsThanCounted(Compression codec) {
        byte[] records = BatchSurgery.recordsOf(batch);
        byte[] two = Arrays.copyOf(records, records.length * 2 / 3);
        byte[] cutOff = Arrays.copyOf(records, records.length - 1);

        assertFault(BatchSurgery.withRecords(batch, codec, two), CORRUPT_BATCH, "record 2 of the batch is missing");
        assertFault(BatchSurgery.withRecords(batch, codec, cutOff), CORRUPT_BATCH, "record 2 of the batch is cut off");
        assertFault(
                BatchSurgery.withRecords(batch, codec, new byte[0]), CORRUPT_BATCH, "record 0 of the batch is missing");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 5, has length -3",
        "0, 12, ends inside a number",
        "0, 16, bytes too many",
        "3, 4, offset delta 2",
        "4, 3, length -2",
        "4, 8, goes past its end",
        "7, 2, ends inside a number",
        "7, 1, has -1 headers"
    })
    void refusesMalformedRecords(int at, byte value, String message) {
        byte[] records = BatchSurgery.recordsOf(batch);
        records[at] = value;

        assertFault(BatchSurgery.withRecords(batch, Compression.NONE, records), CORRUPT_BATCH, message);
        assertFault(BatchSurgery.withRecords(batch, Compression.ZSTD, records), CORRUPT_BATCH, message);
    }

    @Test
    void refusesNumbersThatDoNotEnd() {
        byte[] records = new byte[64];
        Arrays.fill(records, (byte) 0xFF);
        assertFault(
                BatchSurgery.withRecords(batch, Compression.NONE, records),
                CORRUPT_BATCH,
                "a length of too many bytes");

        records[0] = 100;
        assertFault(
                BatchSurgery.withRecords(batch, Compression.NONE, records),
                CORRUPT_BATCH,
                "a number of too many bytes");
    }

    @ParameterizedTest
    @EnumSource(value = Compression.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void refusesWhatTheCodecCannotRead(Compression codec) {
        byte[] noise = "this is no compressed data at all".getBytes(StandardCharsets.US_ASCII);

        assertFault(
                BatchSurgery.withStoredRecords(batch, codec, noise),
                CORRUPT_BATCH,
                "cannot be decompressed as " + codec);
        assertFault(BatchSurgery.withStoredRecords(batch, codec, new byte[0]), CORRUPT_BATCH, "");
    }

    @ParameterizedTest
    @EnumSource(value = Compression.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void refusesCompressedRecordsThatAreCutOff(Compression codec) {
        byte[] stored = BatchSurgery.recordsOf(batch(codec));
        for (int kept = 0; kept < stored.length; kept++) {
            ByteBuffer cut = BatchSurgery.withStoredRecords(batch, codec, Arrays.copyOf(stored, kept));
            assertThat(BatchValidator.validate(cut, LIMIT_BYTES, true))
                    .as("%d of %d bytes", kept, stored.length)
                    .satisfies(fault -> assertThat(fault.kind()).isEqualTo(CORRUPT_BATCH));
        }
    }

    @Test
    void looksIntoRecordsOnlyWhenDeep() {
        ByteBuffer hollow = BatchSurgery.withRecords(batch, Compression.NONE, new byte[1]);

        assertThat(BatchValidator.validate(hollow, LIMIT_BYTES, false)).isNull();
        assertFault(hollow, CORRUPT_BATCH, "record 0");
    }

    @Test
    void codecNamesAreKafkas() {
        for (Compression codec : Compression.values()) {
            assertThat(org.apache.kafka.common.record.internal.CompressionType.forId(codec.id()).name)
                    .isEqualTo(codec.name().toLowerCase(Locale.ROOT));
            assertThat(Compression.ofId(codec.id())).isEqualTo(codec);
        }
    }
}
