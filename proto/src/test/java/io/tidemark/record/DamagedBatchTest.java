// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever the bytes are: a fault or a {@link CorruptBatchException}, in bounded memory, and nothing else. */
class DamagedBatchTest {
    private static final int LIMIT_BYTES = Integer.MAX_VALUE;

    @Property(tries = 1000)
    @Domain(SampleBatches.class)
    @Domain(DomainContext.Global.class)
    void storedBytesMayBeAnything(@ForAll SampleBatch sample, @ForAll long seed, @ForAll boolean resealed) {
        byte[] damaged = damage(BatchSurgery.bytesOf(sample.build()), new Random(seed));
        ByteBuffer batch = ByteBuffer.wrap(damaged);
        if (resealed && damaged.length >= RecordBatch.HEADER_BYTES) {
            batch.put(BatchSurgery.MAGIC_AT, RecordBatch.MAGIC);
            BatchSurgery.reseal(batch);
        }

        assertReadsOrFails(batch);
    }

    @Property(tries = 1000)
    @Domain(SampleBatches.class)
    @Domain(DomainContext.Global.class)
    void recordsMayBeAnything(@ForAll SampleBatch sample, @ForAll long seed) {
        ByteBuffer plain = sample.withCompression(Compression.NONE).build();
        byte[] damaged = damage(BatchSurgery.recordsOf(plain), new Random(seed));

        assertReadsOrFails(BatchSurgery.withRecords(plain, sample.compression(), damaged));
    }

    private static void assertReadsOrFails(ByteBuffer batch) {
        BatchFault fault = BatchValidator.validate(batch, LIMIT_BYTES, true);
        BatchFault shallowFault = BatchValidator.validate(batch, LIMIT_BYTES, false);
        @Nullable CorruptBatchException failure = read(batch);

        assertThat(shallowFault).isIn(fault, null);
        assertThat(Crc.matches(batch)).as("CRC, and %s", fault).isIn(true, fault == null);
        if (fault == null) {
            assertThat(failure).as("reading a batch without fault").isNull();
        }
        if (failure != null) {
            assertThat(failure.fault().message()).isNotBlank().doesNotContain("\n");
        }
        assertSplitsOrFails(batch);
    }

    private static @Nullable CorruptBatchException read(ByteBuffer batch) {
        try {
            int count = 0;
            for (RecordView view : BatchRecords.of(batch)) {
                assertThat(SampleRecord.of(view)).isNotNull();
                count++;
            }
            assertThat(count).isEqualTo(RecordBatch.count(batch));
            return null;
        } catch (CorruptBatchException e) {
            return e;
        }
    }

    private static void assertSplitsOrFails(ByteBuffer batch) {
        try {
            int whole = Batches.splitWhole(batch).size();
            assertThat(Batches.split(batch)).hasSize(whole);
        } catch (CorruptBatchException e) {
            assertThat(e.fault().kind()).isEqualTo(BatchFault.Kind.CORRUPT_BATCH);
        }
    }

    private static byte[] damage(byte[] bytes, Random random) {
        byte[] damaged = bytes;
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            damaged = damageOnce(damaged, random);
        }
        return damaged;
    }

    private static byte[] damageOnce(byte[] bytes, Random random) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        // Half of all damage is near the front, where headers, frame descriptors and lengths are.
        int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 96));
        byte[] changed = bytes.clone();
        switch (random.nextInt(5)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> changed[at] = (byte) random.nextInt();
            case 2 -> changed = Arrays.copyOf(bytes, at);
            case 3 -> {
                byte extreme = random.nextBoolean() ? (byte) 0xFF : (byte) (random.nextBoolean() ? 0 : 0x7F);
                Arrays.fill(changed, at, Math.min(bytes.length, at + 1 + random.nextInt(8)), extreme);
            }
            default -> {
                int from = random.nextInt(bytes.length);
                int count = random.nextInt(Math.min(bytes.length - from, bytes.length - at) + 1);
                System.arraycopy(bytes, from, changed, at, count);
            }
        }
        return changed;
    }

    @ParameterizedTest
    @EnumSource(value = Compression.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void decompressionIsBounded(Compression codec) {
        BatchBuilder builder = new BatchBuilder(codec);
        for (int i = 0; i < 10; i++) {
            builder.append(0, null, new byte[100_000], List.of());
        }
        ByteBuffer batch = builder.build(0, 0);

        assertThat(BatchRecords.of(batch, 1_100_000)).hasSize(10);
        assertThatThrownBy(() -> BatchRecords.of(batch, 999_999).iterator())
                .isInstanceOfSatisfying(CorruptBatchException.class, e -> assertThat(e.fault())
                        .isEqualTo(new BatchFault(
                                BatchFault.Kind.BATCH_TOO_LARGE,
                                "the records decompress to more than the limit of 999999 bytes")));
    }

    @Test
    void bombsAreFoundWithoutTheirMemory() throws IOException {
        GrowingBytes gzip = new GrowingBytes(1024);
        try (OutputStream out = new GZIPOutputStream(gzip)) {
            explode(out);
        }
        GrowingBytes zstd = new GrowingBytes(1024);
        try (OutputStream out = new ZstdOutputStreamNoFinalizer(zstd)) {
            explode(out);
        }

        assertBomb(Compression.GZIP, gzip);
        assertBomb(Compression.ZSTD, zstd);
    }

    /** One record that claims everything, so that a reader has to hold it. */
    private static void explode(OutputStream out) throws IOException {
        GrowingBytes length = new GrowingBytes(16);
        length.writeVarint(Integer.MAX_VALUE);
        out.write(length.array(), 0, length.size());
        byte[] zeros = new byte[1024 * 1024];
        for (int i = 0; i < 80; i++) {
            out.write(zeros);
        }
    }

    private static void assertBomb(Compression codec, GrowingBytes stored) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(0, null, (byte[]) null, List.of());
        byte[] bytes = Arrays.copyOf(stored.array(), stored.size());
        ByteBuffer bomb = BatchSurgery.withStoredRecords(builder.build(0, 0), codec, bytes);

        BatchFault fault = Objects.requireNonNull(BatchValidator.validate(bomb, LIMIT_BYTES, true), "no fault found");

        assertThat(fault.kind()).isEqualTo(BatchFault.Kind.BATCH_TOO_LARGE);
        assertThatThrownBy(() -> BatchRecords.of(bomb).iterator()).isInstanceOf(CorruptBatchException.class);
    }

    @Test
    void snappyBlocksMayNotClaimMoreThanTheyCanHold() {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(0, null, (byte[]) null, List.of());
        // A bare block whose preamble says 2 GiB less one.
        byte[] claim = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07, 0x00, 0x00};
        ByteBuffer batch = BatchSurgery.withStoredRecords(builder.build(0, 0), Compression.SNAPPY, claim);

        assertThatThrownBy(() -> BatchRecords.of(batch).iterator())
                .isInstanceOf(CorruptBatchException.class)
                .hasMessageContaining("claims to hold 2147483647");
    }

    @Test
    void aBareSnappyBlockIsRead() throws IOException {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        builder.append(0, null, new byte[1000], List.of());
        ByteBuffer plain = builder.build(0, 0);
        byte[] bare = org.xerial.snappy.Snappy.compress(BatchSurgery.recordsOf(plain));
        ByteBuffer batch = BatchSurgery.withStoredRecords(plain, Compression.SNAPPY, bare);

        assertThat(SampleBatch.read(batch)).isEqualTo(SampleBatch.read(plain));
    }
}
