// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.metadata.ratis.FreePorts;
import io.tidemark.v1.Acks;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.AlterConfigsRequest;
import io.tidemark.v1.CreateTopicRequest;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchedPartition;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.v1.ProduceResponse;
import io.tidemark.v1.ProduceServiceGrpc;
import io.tidemark.v1.Record;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One whole node that compacts topics because their configs say so. */
class CompactedTopicTest {
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private @Nullable Node node;
    private ClusterClient client = new ClusterClient(Map.of());

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        List<Integer> free = FreePorts.take(2);
        DirectoryFormat.format(directory, "compacted", 1);
        NodeConfig config = LoneNode.config(directory, free, Map.of("log.retention.check.interval.ms", "100"));
        node = Node.start(config, (reason, cause) -> faults.add(reason));
        client = new ClusterClient(Map.of(1, free.get(0)));
        ClusterClient.await(
                "the node is ready", () -> requireNonNull(node).notReady().isEmpty());
    }

    @AfterEach
    void stop() {
        client.close();
        if (node != null) {
            node.abandon();
        }
        assertThat(faults).isEmpty();
    }

    private void create(String topic, String policy) {
        // A segment for each batch that comes a millisecond later.
        CreateTopicRequest request = CreateTopicRequest.newBuilder()
                .setName(topic)
                .setPartitionCount(1)
                .setReplicationFactor(1)
                .putConfigs("cleanup.policy", policy)
                .putConfigs("segment.ms", "1")
                .putConfigs("min.cleanable.dirty.ratio", "0.01")
                .putConfigs("delete.retention.ms", "0")
                .build();
        assertThat(AdminServiceGrpc.newBlockingStub(client.channel(1))
                        .withDeadlineAfter(20, TimeUnit.SECONDS)
                        .createTopic(request)
                        .getErrorMessage())
                .isEmpty();
    }

    private void alter(String topic, String key, String value) {
        AlterConfigsRequest request = AlterConfigsRequest.newBuilder()
                .setTopic(topic)
                .putSet(key, value)
                .build();
        assertThat(AdminServiceGrpc.newBlockingStub(client.channel(1))
                        .withDeadlineAfter(20, TimeUnit.SECONDS)
                        .alterConfigs(request)
                        .getErrorMessage())
                .isEmpty();
    }

    private ProduceResponse produce(String topic, Record.Builder record) {
        return ProduceServiceGrpc.newBlockingStub(client.channel(1))
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .produce(ProduceRequest.newBuilder()
                        .setTopic(topic)
                        .setAcks(Acks.ACKS_ALL)
                        .setTimeoutMs(5_000)
                        .addRecords(record)
                        .build());
    }

    private void put(String topic, String key, String value) {
        Record.Builder record = Record.newBuilder().setKey(ByteString.copyFromUtf8(key));
        if (!value.isEmpty()) {
            record.setValue(ByteString.copyFromUtf8(value));
        }
        ClusterClient.await(
                "the write is taken", () -> produce(topic, record).getError() == ErrorCode.ERROR_CODE_UNSPECIFIED);
    }

    private List<String> records(String topic) {
        FetchedPartition fetched = client.fetch(1, topic, 0, 0);
        if (fetched.getError() == ErrorCode.ERROR_CODE_OFFSET_OUT_OF_RANGE) {
            fetched = client.fetch(1, topic, fetched.getLogStartOffset(), 0);
        }
        return fetched.getRecordsList().stream()
                .map(record -> record.getKey().toStringUtf8() + "="
                        + (record.hasValue() ? record.getValue().toStringUtf8() : "deleted") + "@" + record.getOffset())
                .toList();
    }

    private void awaitKey(String topic, String key, String... expected) {
        ClusterClient.await(key + " is " + List.of(expected), () -> {
            // Another segment, so that what was written before is sealed.
            put(topic, "filler", "1");
            return records(topic).stream()
                    .filter(record -> record.startsWith(key + "="))
                    .toList()
                    .equals(List.of(expected));
        });
    }

    @Test
    void keepsTheLastValueOfEachKeyAndForgetsWhatWasDeleted() {
        create("accounts", "compact");
        put("accounts", "a", "1");
        put("accounts", "b", "1");
        put("accounts", "a", "2");
        put("accounts", "b", "");
        awaitKey("accounts", "a", "a=2@2");
        awaitKey("accounts", "b");
    }

    @Test
    void refusesARecordWithoutAKey() {
        create("accounts", "compact,delete");
        put("accounts", "a", "1");
        ProduceResponse response = produce("accounts", Record.newBuilder().setValue(ByteString.copyFromUtf8("v")));
        assertThat(response.getError()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_RECORD);
        assertThat(response.getErrorMessage()).contains("no key");
    }

    @Test
    void followsAPolicyThatChanges() {
        create("accounts", "delete");
        put("accounts", "a", "1");
        put("accounts", "a", "2");
        put("accounts", "b", "1");
        assertThat(records("accounts")).hasSize(3);
        alter("accounts", "cleanup.policy", "compact");
        awaitKey("accounts", "a", "a=2@1");
        awaitKey("accounts", "b", "b=1@2");
        alter("accounts", "cleanup.policy", "compact,delete");
        alter("accounts", "retention.ms", "1");
        awaitKey("accounts", "a");
        awaitKey("accounts", "b");
    }
}
