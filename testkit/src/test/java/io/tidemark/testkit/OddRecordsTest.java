// SPDX-License-Identifier: Apache-2.0
package io.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.client.Header;
import io.tidemark.client.Outcome;
import io.tidemark.client.TidemarkException;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.ConsumerRecord;
import io.tidemark.client.producer.Producer;
import io.tidemark.client.producer.ProducerRecord;
import io.tidemark.v1.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records that bite, through the whole client and a whole node: each comes back as it was, or is refused and stored nowhere. */
@Timeout(120)
class OddRecordsTest {
    private static final String TOPIC = "odd";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final byte[] NOT_UTF_8 = {(byte) 0xff, (byte) 0xc0, 0, (byte) 0x80, '\n'};
    private static final byte[] EMPTY = {};
    private static final int HEADERS = 5_000;
    /** End of the year 9999, milliseconds since 1970-01-01 UTC: the largest timestamp. */
    private static final long LATEST_MS = 253_402_300_799_999L;

    private static ProducerRecord record(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
        return new ProducerRecord(TOPIC, OptionalInt.of(0), OptionalLong.empty(), key, value, headers);
    }

    private static ProducerRecord at(long timestampMs) {
        return new ProducerRecord(TOPIC, OptionalInt.of(0), OptionalLong.of(timestampMs), null, EMPTY, List.of());
    }

    private static List<Header> manyHeaders() {
        List<Header> headers = new ArrayList<>();
        for (int i = 0; i < HEADERS; i++) {
            headers.add(new Header(i % 3 == 0 ? "" : "same", i % 2 == 0 ? null : NOT_UTF_8));
        }
        return headers;
    }

    @Test
    void legalOnesComeBackAsTheyWere() throws Exception {
        List<ProducerRecord> sent = List.of(
                record(null, null, List.of()),
                record(EMPTY, EMPTY, List.of()),
                record(null, EMPTY, List.of(new Header("", EMPTY))),
                record(EMPTY, null, List.of(new Header("k", null))),
                record(NOT_UTF_8, NOT_UTF_8, List.of()),
                record(null, new byte[1_000_000], List.of()),
                record(null, EMPTY, manyHeaders()),
                at(0),
                at(LATEST_MS));
        try (EmbeddedCluster cluster = EmbeddedCluster.of(1);
                Admin admin = Admin.create(cluster.clientConfig());
                Producer producer = Producer.create(cluster.clientConfig())) {
            admin.createTopic(TOPIC, 1, 1, Map.of());
            for (ProducerRecord each : sent) {
                producer.send(each).get(30, TimeUnit.SECONDS);
            }

            List<ConsumerRecord> read = read(cluster, sent.size());

            for (int i = 0; i < sent.size(); i++) {
                assertSame(sent.get(i), read.get(i));
            }
            assertThat(cluster.faults()).isEmpty();
        }
    }

    private static void assertSame(ProducerRecord sent, ConsumerRecord read) {
        assertThat(read.key()).isEqualTo(sent.key());
        assertThat(read.value()).isEqualTo(sent.value());
        assertThat(read.headers()).usingRecursiveComparison().isEqualTo(sent.headers());
        sent.timestampMs()
                .ifPresent(timestampMs -> assertThat(read.timestampMs()).isEqualTo(timestampMs));
    }

    @Test
    void illegalOnesAreRefusedAndStoredNowhere() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.of(1);
                Admin admin = Admin.create(cluster.clientConfig());
                Producer producer = Producer.create(cluster.clientConfig().with("max.request.size", "8000000"))) {
            admin.createTopic(TOPIC, 1, 1, Map.of());

            assertThat(refusal(producer, at(LATEST_MS + 1))).isEqualTo(ErrorCode.ERROR_CODE_INVALID_TIMESTAMP);
            assertThat(refusal(producer, at(Long.MIN_VALUE))).isEqualTo(ErrorCode.ERROR_CODE_INVALID_TIMESTAMP);
            assertThat(refusal(producer, record(null, new byte[2_000_000], List.of())))
                    .isEqualTo(ErrorCode.ERROR_CODE_BATCH_TOO_LARGE);
            assertThat(refusal(producer, record(null, new byte[9_000_000], List.of())))
                    .isEqualTo(ErrorCode.ERROR_CODE_BATCH_TOO_LARGE);

            producer.send(record(null, EMPTY, List.of())).get(30, TimeUnit.SECONDS);
            assertThat(read(cluster, 1))
                    .singleElement()
                    .extracting(ConsumerRecord::offset)
                    .isEqualTo(0L);
            assertThat(cluster.faults()).isEmpty();
        }
    }

    private static ErrorCode refusal(Producer producer, ProducerRecord record) throws Exception {
        try {
            producer.send(record).get(30, TimeUnit.SECONDS);
        } catch (ExecutionException refused) {
            return codeOf(refused.getCause());
        } catch (TidemarkException refused) {
            return codeOf(refused);
        }
        throw new AssertionError("it was taken");
    }

    private static ErrorCode codeOf(@Nullable Throwable refusal) {
        assertThat(refusal).isInstanceOf(TidemarkException.class);
        TidemarkException told = (TidemarkException) Objects.requireNonNull(refusal);
        assertThat(told.outcome()).isEqualTo(Outcome.NOT_WRITTEN);
        return told.code();
    }

    private static List<ConsumerRecord> read(EmbeddedCluster cluster, int count) {
        List<ConsumerRecord> read = new ArrayList<>();
        try (Consumer consumer = Consumer.create(cluster.clientConfig())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            while (read.size() < count) {
                consumer.poll(Duration.ofSeconds(1)).forEach(read::add);
            }
        }
        return read;
    }
}
