// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.ratis.FreePorts;
import io.tidemark.v1.ControllerServiceGrpc;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.SubmitCommandRequest;
import io.tidemark.v1.SubmitCommandResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A command is carried out at most once, however its connection fares, and what is in doubt is said to be. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CommandCallsTest {
    private static final int LIMIT_MS = 30_000;

    private final int port = FreePorts.take(1).get(0);
    private final RemoteMetadataClient client =
            RemoteMetadataClient.connect("c1", List.of(new Endpoint("127.0.0.1", port)));
    /** What nodes took, in the order in which they did: how many producer ids each command asks for. */
    private final BlockingQueue<Integer> taken = new LinkedBlockingQueue<>();

    private volatile Consumer<StreamObserver<SubmitCommandResponse>> behaviour = responses -> {};
    private @Nullable Server node;

    @AfterEach
    void close() throws Exception {
        client.close();
        stop();
    }

    @Test
    void whatANodeTookBeforeItsConnectionBrokeIsNotSentAgain() throws Exception {
        start(responses -> {});
        CompletableFuture<CommandAnswer> answer = submit(1);
        assertThat(taken.take()).isEqualTo(1);
        stop();
        start(CommandCallsTest::ok);

        assertThat(answer.get().error()).isEqualTo(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
        assertNothingComesBeforeTheNext();
    }

    @ParameterizedTest
    @EnumSource(value = Status.Code.class, mode = Mode.EXCLUDE, names = "OK")
    void whatANodeTookAndAnsweredWithAFailedCallIsNotSentAgain(Status.Code code) throws Exception {
        start(fail(code));
        assertThat(submit(1).get().error()).isEqualTo(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
        assertThat(taken.take()).isEqualTo(1);
        behaviour = CommandCallsTest::ok;

        assertNothingComesBeforeTheNext();
    }

    @Test
    void whatReachedNobodyIsTriedUntilSomebodyListens() throws Exception {
        CompletableFuture<CommandAnswer> answer = submit(1);
        start(CommandCallsTest::ok);

        assertThat(answer.get().isOk()).isTrue();
        assertThat(taken.take()).isEqualTo(1);
        assertNothingComesBeforeTheNext();
    }

    @Test
    void whatANodeRefusedBecauseItIsNotTheControllerIsTriedAgain() throws Exception {
        start(CommandCallsTest::refuse);
        CompletableFuture<CommandAnswer> answer = submit(1);
        assertThat(taken.take()).isEqualTo(1);
        behaviour = CommandCallsTest::ok;

        assertThat(answer.get().isOk()).isTrue();
    }

    private CompletableFuture<CommandAnswer> submit(int ids) {
        return client.submit(new AllocateProducerIds(ids), LIMIT_MS).toCompletableFuture();
    }

    /** Commands of one client come in their order, so this needs no waiting for what must not come. */
    private void assertNothingComesBeforeTheNext() throws Exception {
        assertThat(submit(2).get().isOk()).isTrue();
        assertThat(taken).containsExactly(2);
    }

    private static void ok(StreamObserver<SubmitCommandResponse> responses) {
        answer(responses, CommandAnswer.ok(1));
    }

    private static void refuse(StreamObserver<SubmitCommandResponse> responses) {
        answer(responses, CommandAnswer.failed(ErrorCode.ERROR_CODE_NOT_CONTROLLER, "", -1));
    }

    private static Consumer<StreamObserver<SubmitCommandResponse>> fail(Status.Code code) {
        return responses -> responses.onError(code.toStatus().asRuntimeException());
    }

    private static void answer(StreamObserver<SubmitCommandResponse> responses, CommandAnswer answer) {
        responses.onNext(SubmitCommandResponse.newBuilder()
                .setAnswer(MetadataCodec.toProto(answer))
                .build());
        responses.onCompleted();
    }

    private void start(Consumer<StreamObserver<SubmitCommandResponse>> first) throws IOException {
        behaviour = first;
        node = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .addService(new Service())
                .directExecutor()
                .build()
                .start();
    }

    private void stop() throws InterruptedException {
        if (node != null) {
            node.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
        }
    }

    private final class Service extends ControllerServiceGrpc.ControllerServiceImplBase {
        @Override
        public void submitCommand(SubmitCommandRequest request, StreamObserver<SubmitCommandResponse> responses) {
            taken.add(request.getCommand().getAllocateProducerIds().getCount());
            behaviour.accept(responses);
        }
    }
}
