// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.tidemark.metadata.client.VoterAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A quorum node and the gRPC server that hosts it. */
final class TestVoter implements AutoCloseable {
    private final QuorumNode node;
    private final Server server;

    private TestVoter(QuorumNode node, Server server) {
        this.node = node;
        this.server = server;
    }

    static TestVoter start(QuorumNodeConfig config) throws QuorumStartException, IOException {
        VoterAddress self = config.self();
        QuorumNode node = QuorumNode.start(config);
        NettyServerBuilder server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(self.grpc().host(), self.grpc().port()))
                .permitKeepAliveTime(5, TimeUnit.SECONDS)
                .directExecutor();
        for (BindableService service : node.services()) {
            server.addService(service);
        }
        return new TestVoter(node, server.build().start());
    }

    QuorumNode node() {
        return node;
    }

    /** As a killed process: connections break, nobody listens any more, nothing is handed over. */
    void kill() {
        server.shutdownNow();
        node.abandon();
    }

    @Override
    public void close() {
        node.close();
        server.shutdownNow();
    }

    static List<Integer> nodeIds(List<TestVoter> voters) {
        return voters.stream().map(voter -> voter.node().view().nodeId()).toList();
    }
}
