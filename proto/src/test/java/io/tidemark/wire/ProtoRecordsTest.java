// SPDX-License-Identifier: Apache-2.0
package io.tidemark.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.tidemark.record.BatchFault;
import io.tidemark.record.BatchValidator;
import io.tidemark.record.CorruptBatchException;
import io.tidemark.record.RecordBatch;
import io.tidemark.v1.Record;
import io.tidemark.v1.RecordHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCases;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProtoRecordsTest {
    private static final long NOW_MS = 1_700_000_000_000L;

    @Property(tries = 200)
    void recordsComeBackWithOffsetsAndTimes(@ForAll("records") List<Record> records) {
        ByteBuffer batch = ProtoRecords.encode(records, NOW_MS);
        RecordBatch.setBaseOffset(batch, 1000);

        assertThat(BatchValidator.validate(batch, Integer.MAX_VALUE, true)).isNull();
        List<Record> expected = new ArrayList<>();
        for (Record record : records) {
            long timestampMs = record.hasTimestampMs() ? record.getTimestampMs() : NOW_MS;
            expected.add(record.toBuilder()
                    .setOffset(1000 + expected.size())
                    .setTimestampMs(timestampMs)
                    .build());
        }
        assertThat(ProtoRecords.decode(batch)).isEqualTo(expected);
        assertThat(ProtoRecords.decode(batch, 1005))
                .isEqualTo(expected.stream().skip(5).toList());
    }

    @Provide
    Arbitrary<List<Record>> records() {
        Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(50);
        Arbitrary<RecordHeader> headers = Combinators.combine(
                        Arbitraries.strings().alpha().ofMaxLength(5), bytes.injectNull(0.3))
                .as(ProtoRecordsTest::header);
        return Combinators.combine(
                        Arbitraries.longs().between(-1, NOW_MS).injectNull(0.5),
                        bytes.injectNull(0.3),
                        bytes.injectNull(0.3),
                        headers.list().ofMaxSize(3))
                .as(ProtoRecordsTest::record)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20)
                .edgeCases(EdgeCases.Config::none);
    }

    private static RecordHeader header(String key, byte @Nullable [] value) {
        RecordHeader.Builder header = RecordHeader.newBuilder().setKey(key);
        if (value != null) {
            header.setValue(ByteString.copyFrom(value));
        }
        return header.build();
    }

    private static Record record(
            @Nullable Long timestampMs, byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {
        Record.Builder record = Record.newBuilder().addAllHeaders(headers);
        if (timestampMs != null) {
            record.setTimestampMs(timestampMs);
        }
        if (key != null) {
            record.setKey(ByteString.copyFrom(key));
        }
        if (value != null) {
            record.setValue(ByteString.copyFrom(value));
        }
        return record.build();
    }

    @Test
    void noRecordIsRefused() {
        assertRefused(List.of(), BatchFault.Kind.INVALID_REQUEST);
    }

    @Test
    void timestampsOutsideTheLimitsAreRefused() {
        assertRefused(List.of(Record.newBuilder().setTimestampMs(-2).build()), BatchFault.Kind.INVALID_TIMESTAMP);
    }

    private static void assertRefused(List<Record> records, BatchFault.Kind kind) {
        assertThatThrownBy(() -> ProtoRecords.encode(records, NOW_MS))
                .isInstanceOfSatisfying(
                        CorruptBatchException.class,
                        e -> assertThat(e.fault().kind()).isEqualTo(kind));
    }
}
