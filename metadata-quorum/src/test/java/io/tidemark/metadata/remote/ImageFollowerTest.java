// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.ControllerHint;
import io.tidemark.v1.ControllerServiceGrpc;
import io.tidemark.v1.FollowMetadataRequest;
import io.tidemark.v1.FollowMetadataResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ImageFollowerTest {
    /** The node fails, comes up as the controller within the time that it is distrusted, and never changes its hint. */
    @Test
    void aHintThatWasNotBelievedWhenItCameIsTakenUpLater() throws Exception {
        ServerSocket failing = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        int port = failing.getLocalPort();
        Endpoint node = new Endpoint("127.0.0.1", port);
        try (RemoteMetadataClient client = RemoteMetadataClient.connect("c1", List.of(node))) {
            try (failing) {
                failing.accept().close();
            }
            Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .addService(new AlwaysController(node))
                    .directExecutor()
                    .build()
                    .start();
            try {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
                while (client.controllerId() != 7 && System.nanoTime() - deadline < 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                }
                assertThat(client.controllerId()).isEqualTo(7);
            } finally {
                server.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
            }
        }
    }

    /** Says once, and in every sign of life, that it is the controller. */
    private static final class AlwaysController extends ControllerServiceGrpc.ControllerServiceImplBase {
        private final Endpoint self;

        AlwaysController(Endpoint self) {
            this.self = self;
        }

        @Override
        public void followMetadata(FollowMetadataRequest request, StreamObserver<FollowMetadataResponse> responses) {
            ServerCallStreamObserver<FollowMetadataResponse> observer =
                    (ServerCallStreamObserver<FollowMetadataResponse>) responses;
            FollowMetadataResponse sign = FollowMetadataResponse.newBuilder()
                    .setController(ControllerHint.newBuilder()
                            .setNodeId(7)
                            .setEndpoint(io.tidemark.v1.Endpoint.newBuilder()
                                    .setHost(self.host())
                                    .setPort(self.port())))
                    .build();
            Thread signs = new Thread(() -> {
                while (!observer.isCancelled()) {
                    synchronized (observer) {
                        observer.onNext(sign);
                    }
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                }
            });
            signs.setDaemon(true);
            signs.start();
        }
    }
}
