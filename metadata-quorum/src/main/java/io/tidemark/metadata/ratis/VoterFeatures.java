// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.remote.QuorumMember;
import io.tidemark.metadata.remote.QuorumPeers;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks the voters which feature level their software supports. A voter below the cluster's level could not read the log any
 * more, and one that does not answer may be such a one. Thread-safe.
 */
final class VoterFeatures implements AutoCloseable {
    private static final long ANSWER_MS = 3000;
    private static final int SILENT = 0;

    private final int nodeId;
    private final QuorumPeers peers;

    VoterFeatures(int nodeId) {
        this.nodeId = nodeId;
        this.peers = new QuorumPeers("quorum-features-" + nodeId);
    }

    /** What the voters support. */
    CompletableFuture<Supported> ask(List<QuorumMember> voters, long timeoutMs) {
        CompletableFuture<SortedMap<Integer, Integer>> all = CompletableFuture.completedFuture(new TreeMap<>());
        for (QuorumMember voter : voters) {
            CompletableFuture<Integer> level = levelOf(voter, Math.min(timeoutMs, ANSWER_MS));
            all = all.thenCombine(level, (levels, known) -> {
                levels.put(voter.nodeId(), known);
                return levels;
            });
        }
        return all.thenApply(Supported::new);
    }

    private CompletableFuture<Integer> levelOf(QuorumMember voter, long timeoutMs) {
        if (voter.nodeId() == nodeId) {
            return CompletableFuture.completedFuture(FeatureLevel.LATEST);
        }
        return peers.describe(voter.address().grpc(), timeoutMs)
                .thenApply(answer -> FeatureLevel.of(answer.getSupportedFeatureLevel()))
                .exceptionally(silent -> SILENT);
    }

    @Override
    public void close() {
        peers.close();
    }

    /**
     * What the voters support.
     *
     * @param levels highest level by node id; {@link #SILENT} for one that did not answer
     */
    record Supported(SortedMap<Integer, Integer> levels) {
        /** The highest level that all voters that answered and all registered brokers support. */
        int withBrokers(ClusterImage image) {
            int highest = FeatureLevel.LATEST;
            for (int level : levels.values()) {
                highest = level == SILENT ? highest : Math.min(highest, level);
            }
            for (BrokerImage broker : image.brokers().values()) {
                highest = Math.min(highest, broker.supportedLevel());
            }
            return highest;
        }

        /** One line that says why the level cannot be; null when it can. */
        @Nullable
        String problem(int level) {
            List<Integer> silent = new ArrayList<>();
            List<Integer> behind = new ArrayList<>();
            levels.forEach((voter, supported) -> {
                if (supported == SILENT) {
                    silent.add(voter);
                } else if (supported < level) {
                    behind.add(voter);
                }
            });
            if (!silent.isEmpty()) {
                return "voters " + silent + " do not answer: all must run, so that they are known to support it";
            }
            return behind.isEmpty()
                    ? null
                    : "voters " + behind + " do not support feature level " + level
                            + ": start them with the newer software";
        }
    }
}
