// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCases;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Batches for property tests: all codecs, nulls, headers, texts and noise, a few bytes to a few blocks of any codec. */
final class SampleBatches extends DomainContextBase {
    private static final byte[] TEXT =
            "Call me Ishmael. Some years ago, never mind how long precisely, ".getBytes(StandardCharsets.UTF_8);

    @Provide
    Arbitrary<SampleBatch> batches() {
        return Combinators.combine(
                        Arbitraries.of(Compression.class),
                        records().list().ofMinSize(1).ofMaxSize(40),
                        Arbitraries.longs().between(0, Long.MAX_VALUE / 2),
                        Arbitraries.integers().greaterOrEqual(0),
                        producers())
                .as(SampleBatch::new)
                // Edge cases of the parts are mixed in; all their combinations would leave no room for anything else.
                .edgeCases(EdgeCases.Config::none);
    }

    @Provide
    Arbitrary<SampleRecord> records() {
        Arbitrary<Long> timestamps = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.longs().between(1_700_000_000_000L, 1_700_000_100_000L)),
                Tuple.of(
                        1,
                        Arbitraries.longs().between(BatchValidator.TIMESTAMP_MIN_MS, BatchValidator.TIMESTAMP_MAX_MS)));
        return Combinators.combine(
                        timestamps,
                        bytes().injectNull(0.2),
                        bytes().injectNull(0.1),
                        headers().list().ofMaxSize(3))
                .as(SampleRecord::new);
    }

    private static Arbitrary<SampleRecord.Bytes> bytes() {
        Arbitrary<Integer> sizes = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.integers().between(0, 200)),
                Tuple.of(1, Arbitraries.integers().between(200, 70_000)));
        return Combinators.combine(sizes, Arbitraries.longs(), Arbitraries.of(true, false))
                .as((size, seed, text) -> SampleRecord.Bytes.of(text ? text(size) : noise(size, seed)));
    }

    private static byte[] text(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = TEXT[i % TEXT.length];
        }
        return bytes;
    }

    private static byte[] noise(int size, long seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static Arbitrary<RecordHeader> headers() {
        Arbitrary<byte[]> values = Arbitraries.bytes().array(byte[].class).ofMaxSize(20);
        return Combinators.combine(
                        Arbitraries.strings().excludeChars(surrogates()).ofMaxLength(10), values.injectNull(0.3))
                .as(RecordHeader::new);
    }

    /** Lone surrogates have no UTF-8 form. */
    private static char[] surrogates() {
        char[] surrogates = new char[Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1];
        for (int i = 0; i < surrogates.length; i++) {
            surrogates[i] = (char) (Character.MIN_SURROGATE + i);
        }
        return surrogates;
    }

    private static Arbitrary<SampleBatch.Producer> producers() {
        Arbitrary<SampleBatch.Producer> some = Combinators.combine(
                        Arbitraries.longs().greaterOrEqual(0),
                        Arbitraries.shorts().greaterOrEqual((short) 0),
                        Arbitraries.integers().greaterOrEqual(0))
                .as(SampleBatch.Producer::new);
        return Arbitraries.oneOf(List.of(Arbitraries.just(SampleBatch.Producer.NONE), some));
    }
}
