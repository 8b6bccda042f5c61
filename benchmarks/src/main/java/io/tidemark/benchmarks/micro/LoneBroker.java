// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.cli.terminal.TemporaryDirectory;
import io.tidemark.engine.log.chronicle.ChronicleLogStore;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.replication.ReplicationConfig;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.Clock;
import io.tidemark.engine.runtime.EngineThreads;
import io.tidemark.engine.runtime.HintFile;
import io.tidemark.engine.runtime.PartitionEngine;
import io.tidemark.engine.runtime.PartitionShard;
import io.tidemark.engine.runtime.ProducerIds;
import io.tidemark.engine.runtime.TopicDefaults;
import io.tidemark.engine.runtime.TopicSettings;
import io.tidemark.engine.transport.ProduceService;
import io.tidemark.engine.transport.ServiceParts;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.v1.Acks;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ProduceRequest;
import io.tidemark.v1.ProduceResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A node's services and engine over a log on disk, the shard driven by whoever writes, so that one thread does it all. */
@State(Scope.Thread)
public class LoneBroker {
    private static final PartitionKey KEY = new PartitionKey(LoneMetadata.TOPIC_ID, 0);
    private static final long RETENTION_CHECK_MS = 250;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long INBOUND_BYTES = 64L << 20;

    /** Size of the batch, bytes. */
    @Param({"1024", "16384", "262144"})
    int batchBytes;

    private Path directory = Path.of(".");
    private @Nullable PartitionEngine engine;
    private @Nullable PartitionShard shard;
    private @Nullable ProduceService service;
    private ProduceRequest request = ProduceRequest.getDefaultInstance();
    private final Answer answer = new Answer();

    /** Opens everything, empty. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        directory = Files.createTempDirectory("tidemark-benchmark-");
        LoneMetadata metadata = new LoneMetadata();
        BrokerIdentity identity = new BrokerIdentity(LoneMetadata.BROKER);
        identity.registered(LoneMetadata.BROKER_EPOCH);
        TopicSettings topics = new TopicSettings(
                new TopicDefaults(LogsState.SEGMENT_BYTES, Long.MAX_VALUE, -1, LogsState.KEPT_BYTES, 2 << 20),
                metadata::image);
        EngineMetrics metrics = new EngineMetrics(new SimpleMeterRegistry());
        ExecutorService logs = Executors.newSingleThreadExecutor();
        engine = new PartitionEngine(
                new PartitionEngine.Settings(
                        1,
                        1_024,
                        RETENTION_CHECK_MS,
                        new ReplicationConfig(LoneMetadata.BROKER, 10_000, 50, 200, 1 << 20, 60_000, 1_500, false)),
                topics,
                new PartitionEngine.Parts(
                        identity,
                        metadata,
                        ChronicleLogStore.open(directory.resolve("topics")),
                        (leader, endpoint, listener) -> {
                            throw new IllegalStateException("there is no leader to fetch from");
                        },
                        metrics,
                        Clock.system(),
                        (reason, cause) -> {
                            throw new IllegalStateException(reason, cause);
                        }),
                HintFile.at(directory.resolve("high-watermarks")),
                new EngineThreads(
                        logs,
                        Executors.newSingleThreadExecutor(),
                        Executors.newSingleThreadScheduledExecutor(),
                        false));
        engine.recover();
        engine.activate();
        engine.directory().onLease(Long.MAX_VALUE);
        shard = engine.directory().shardFor(KEY);
        service = new ProduceService(
                new ServiceParts(engine.directory(), metadata::image, metrics, logs, INBOUND_BYTES),
                topics,
                new ProducerIds(metadata),
                Clock.system());
        request = ProduceRequest.newBuilder()
                .setTopic(LoneMetadata.TOPIC)
                .setPartition(0)
                .setAcks(Acks.ACKS_ALL)
                .setBatch(ByteString.copyFrom(LogsState.batch(batchBytes)))
                .build();
        awaitLeader();
    }

    private void awaitLeader() {
        long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (begin().getError() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IllegalStateException("the partition takes no writes: " + answer.response);
            }
        }
    }

    /** Writes one batch and returns when it is answered. */
    ProduceResponse produce() {
        ProduceResponse response = begin();
        if (response.getError() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            throw new IllegalStateException("the write was refused: " + response);
        }
        return response;
    }

    private ProduceResponse begin() {
        answer.response = null;
        requireNonNull(service).produce(request, answer);
        ProduceResponse response = answer.response;
        while (response == null) {
            requireNonNull(shard).runOnce();
            response = answer.response;
        }
        return response;
    }

    /** Closes and removes everything. */
    @TearDown(Level.Trial)
    public void close() throws IOException, InterruptedException {
        requireNonNull(engine).stop();
        TemporaryDirectory.delete(directory);
    }

    /** Keeps the answer, which the shard's round gives on this thread. */
    private static final class Answer implements StreamObserver<ProduceResponse> {
        private @Nullable ProduceResponse response;

        @Override
        public void onNext(ProduceResponse value) {
            response = value;
        }

        @Override
        public void onError(Throwable failure) {
            throw new IllegalStateException(failure);
        }

        @Override
        public void onCompleted() {
            // Nothing follows the one answer.
        }
    }
}
