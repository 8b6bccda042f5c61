// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.grpc.ManagedChannel;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.DescribeClusterRequest;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.DescribeTopicsRequest;
import io.tidemark.v1.DescribeTopicsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks several nodes side by side for topics and brokers, so that one that is dead, slow or behind does not hold up the
 * others. An answer counts whenever it comes. At most one query per node is open.
 */
final class MetadataQueries {
    private static final int NODES_PER_QUERY = 3;
    private static final int QUERY_TIMEOUT_MS = 2_000;
    private static final int ANSWER_WAIT_MS = 100;

    private final Connections connections;
    private final Consumer<DescribeTopicsResponse> onTopics;
    private final Consumer<DescribeClusterResponse> onCluster;
    private final Set<NodeAddress> open = ConcurrentHashMap.newKeySet();
    private volatile String lastFault = "no answer yet";
    private int cursor;

    MetadataQueries(
            Connections connections,
            Consumer<DescribeTopicsResponse> onTopics,
            Consumer<DescribeClusterResponse> onCluster) {
        this.connections = connections;
        this.onTopics = onTopics;
        this.onCluster = onCluster;
    }

    String lastFault() {
        return lastFault;
    }

    /** Asks, and waits for the first good answer, the failure of all, or a short while. */
    void ask(List<NodeAddress> nodes, Set<String> topics) {
        List<NodeAddress> targets = nextTargets(nodes);
        if (targets.isEmpty()) {
            return;
        }
        CompletableFuture<@Nullable Void> firstGood = new CompletableFuture<>();
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (NodeAddress target : targets) {
            answers.add(askOne(target, topics).thenRun(() -> firstGood.complete(null)));
        }
        CompletableFuture<?> all = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
        await(CompletableFuture.anyOf(firstGood, all.handle((done, failure) -> "all")));
    }

    private static void await(CompletableFuture<?> enough) {
        try {
            enough.get(ANSWER_WAIT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("failures are handled before", e);
        } catch (TimeoutException e) {
            // Answers still count when they come; meanwhile other nodes are asked.
        }
    }

    private List<NodeAddress> nextTargets(List<NodeAddress> nodes) {
        List<NodeAddress> targets = new ArrayList<>();
        for (int i = 0; i < nodes.size() && targets.size() < NODES_PER_QUERY; i++) {
            NodeAddress node = nodes.get(Math.floorMod(cursor + i, nodes.size()));
            if (open.add(node)) {
                targets.add(node);
            }
        }
        cursor++;
        return targets;
    }

    private CompletableFuture<?> askOne(NodeAddress node, Set<String> topics) {
        ManagedChannel channel;
        try {
            channel = connections.channel(node, Lane.CONTROL);
        } catch (IllegalStateException e) {
            open.remove(node);
            return CompletableFuture.failedFuture(e);
        }
        DescribeTopicsRequest request =
                DescribeTopicsRequest.newBuilder().addAllNames(topics).build();
        CompletableFuture<Void> cluster = UnaryCall.start(
                        channel,
                        AdminServiceGrpc.getDescribeClusterMethod(),
                        DescribeClusterRequest.getDefaultInstance(),
                        QUERY_TIMEOUT_MS)
                .thenAccept(onCluster);
        CompletableFuture<Void> described = UnaryCall.start(
                        channel, AdminServiceGrpc.getDescribeTopicsMethod(), request, QUERY_TIMEOUT_MS)
                .thenAccept(onTopics);
        return CompletableFuture.allOf(cluster, described)
                .whenComplete((done, failure) -> onDone(node, channel, failure));
    }

    private void onDone(NodeAddress node, ManagedChannel channel, @Nullable Throwable failure) {
        open.remove(node);
        if (failure != null) {
            CallFault fault = CallFault.of(failure);
            lastFault = node + " " + fault.message();
            if (fault.isConnectionFault()) {
                connections.drop(node, Lane.CONTROL, channel);
            }
        }
    }
}
