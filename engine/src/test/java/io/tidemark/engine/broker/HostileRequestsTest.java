// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.TextFormat;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoMethodDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.tidemark.engine.log.TestBatches;
import io.tidemark.metadata.ratis.DirectoryFormat;
import io.tidemark.metadata.ratis.FreePorts;
import io.tidemark.record.Compression;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.ControllerServiceGrpc;
import io.tidemark.v1.FetchServiceGrpc;
import io.tidemark.v1.GroupServiceGrpc;
import io.tidemark.v1.ProduceServiceGrpc;
import io.tidemark.v1.ReplicaServiceGrpc;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every method of the contract with messages that nobody means: each gets an answer or a status that says what was wrong,
 * and the node goes on, its records as they were. {@code -Dfuzz.calls=1000} for more, {@code -Dfuzz.seed=N} for the same.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class HostileRequestsTest {
    private static final int CALLS = Integer.getInteger("fuzz.calls", 30);
    private static final long ANSWER_MS = 10_000;
    private static final long WAIT_MS = 100;

    private static final List<ServiceDescriptor> SERVICES = List.of(
            AdminServiceGrpc.getServiceDescriptor(),
            ControllerServiceGrpc.getServiceDescriptor(),
            FetchServiceGrpc.getServiceDescriptor(),
            GroupServiceGrpc.getServiceDescriptor(),
            ProduceServiceGrpc.getServiceDescriptor(),
            ReplicaServiceGrpc.getServiceDescriptor());

    /** What these do by right may end a cluster of one. */
    private static final Set<String> LEFT_OUT = Set.of("SubmitCommand", "ChangeQuorum");

    /** These wait for as long as they are asked to, as streams do. */
    private static final Set<String> WAITING = Set.of("Fetch", "ConsumerHeartbeat", "Produce", "DeleteRecords");

    private static final Set<Status.Code> TRUTHFUL = EnumSet.of(
            Status.Code.OK,
            Status.Code.INVALID_ARGUMENT,
            Status.Code.FAILED_PRECONDITION,
            Status.Code.RESOURCE_EXHAUSTED,
            Status.Code.UNAUTHENTICATED);

    private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final HostileMessages messages = new HostileMessages(
            new Random(seed),
            List.of("orders", "missing", "billing", "member-1", "retention.ms", "127.0.0.1", "1", "__consumer_offsets"),
            List.of(
                    ByteString.EMPTY,
                    ByteString.copyFrom(TestBatches.batch(0, 3, 0, 1000, 100)),
                    ByteString.copyFrom(TestBatches.batch(7, 1, 1, -1, 0)),
                    ByteString.copyFrom(TestBatches.timed(0, Compression.GZIP, 1, 2, 253_402_300_799_999L)),
                    ByteString.copyFrom(TestBatches.timed(0, Compression.ZSTD, 5, 4, 3)),
                    ByteString.copyFrom(new byte[16])));

    @Test
    void noMessageBreaksTheNodeOrWhatItKeeps(@TempDir Path directory) throws Exception {
        List<Integer> free = FreePorts.take(2);
        DirectoryFormat.format(directory, "hostile", 1);
        NodeConfig config = LoneNode.config(directory, free, Map.of("offsets.topic.num.partitions", "1"));
        Node node = Node.start(config, (reason, cause) -> faults.add(reason));
        try (ClusterClient client = new ClusterClient(Map.of(1, free.get(0)))) {
            ClusterClient.await("the node is ready", () -> node.notReady().isEmpty());
            client.createTopic(1, "kept", 1, 1);
            client.createTopic(1, "orders", 2, 1);
            client.produceSomewhere(List.of(1), "kept", "before");

            for (ServiceDescriptor service : SERVICES) {
                service.getMethods().forEach(method -> attack(client, method));
            }

            client.produceSomewhere(List.of(1), "kept", "after");
            assertThat(client.values(1, "kept")).containsExactly("before", "after");
            ClusterClient.await("the node is still ready", () -> node.notReady().isEmpty());
        } finally {
            node.abandon();
        }
        assertThat(faults).as("-Dfuzz.seed=" + seed).isEmpty();
    }

    private void attack(ClusterClient client, MethodDescriptor<?, ?> method) {
        String name = method.getBareMethodName();
        if (name == null || LEFT_OUT.contains(name)) {
            return;
        }
        boolean waits = method.getType() != MethodDescriptor.MethodType.UNARY || WAITING.contains(name);
        for (int i = 0; i < CALLS; i++) {
            List<DynamicMessage> requests = new ArrayList<>();
            int count = method.getType().clientSendsOneMessage() ? 1 : 3;
            while (requests.size() < count) {
                requests.add(messages.next(inputOf(method)));
            }
            Status status = call(client, method, requests, waits ? WAIT_MS : ANSWER_MS);
            boolean waited = waits && status.getCode() == Status.Code.DEADLINE_EXCEEDED;
            if (!TRUTHFUL.contains(status.getCode()) && !waited) {
                faults.add(name + " answered " + status + " to " + text(requests));
            }
        }
    }

    private static Descriptor inputOf(MethodDescriptor<?, ?> method) {
        if (method.getSchemaDescriptor() instanceof ProtoMethodDescriptorSupplier schema) {
            return schema.getMethodDescriptor().getInputType();
        }
        throw new AssertionError("no schema: " + method.getFullMethodName());
    }

    private static String text(List<DynamicMessage> requests) {
        StringBuilder text = new StringBuilder();
        requests.forEach(request -> text.append('{')
                .append(TextFormat.printer().emittingSingleLine(true).printToString(request))
                .append('}'));
        return text.substring(0, Math.min(text.length(), 1000));
    }

    private static Status call(
            ClusterClient client, MethodDescriptor<?, ?> method, List<DynamicMessage> requests, long limitMs) {
        MethodDescriptor<DynamicMessage, DynamicMessage> raw =
                MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
                        .setType(method.getType())
                        .setFullMethodName(method.getFullMethodName())
                        .setRequestMarshaller(ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(inputOf(method))))
                        .setResponseMarshaller(
                                ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(outputOf(method))))
                        .build();
        CompletableFuture<Status> end = new CompletableFuture<>();
        ClientCall<DynamicMessage, DynamicMessage> call =
                client.channel(1).newCall(raw, CallOptions.DEFAULT.withDeadlineAfter(limitMs, TimeUnit.MILLISECONDS));
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(DynamicMessage message) {
                        call.request(1);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        end.complete(status);
                    }
                },
                new Metadata());
        call.request(2);
        requests.forEach(call::sendMessage);
        call.halfClose();
        // The deadline ends every call; this only bounds the wait for it.
        return end.orTimeout(limitMs + ANSWER_MS, TimeUnit.MILLISECONDS).join();
    }

    private static Descriptor outputOf(MethodDescriptor<?, ?> method) {
        if (method.getSchemaDescriptor() instanceof ProtoMethodDescriptorSupplier schema) {
            return schema.getMethodDescriptor().getOutputType();
        }
        throw new AssertionError("no schema: " + method.getFullMethodName());
    }
}
