// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.remote.QuorumMember;
import io.tidemark.metadata.remote.QuorumMembers;
import io.tidemark.metadata.remote.QuorumPeers;
import io.tidemark.v1.DescribeQuorumResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out with whom a freshly formatted disk begins. A quorum is founded by all its configured voters together: each must
 * say that its disk is fresh too, or that it has begun with exactly this disk among the voters. One that knows a quorum
 * without this disk proves that the quorum is there and that this disk is not the one that voted in it: then it joins
 * without a vote and waits to be added. While a voter is silent nothing is founded, because it may be the one that knows.
 *
 * <p>So voters that lost their disks, were they the majority, cannot found an empty quorum beside the records of the rest.
 */
final class QuorumFounding implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QuorumFounding.class);
    private static final long ANSWER_MS = 1000;
    private static final long PAUSE_MS = 30;
    private static final long TELL_MS = 5000;

    private final QuorumMember self;
    private final String clusterId;
    private final List<VoterAddress> others;
    private final QuorumPeers peers;
    private volatile boolean closed;

    QuorumFounding(QuorumMember self, String clusterId, List<VoterAddress> voters) {
        this.self = self;
        this.clusterId = clusterId;
        this.others =
                voters.stream().filter(voter -> voter.nodeId() != self.nodeId()).toList();
        this.peers = new QuorumPeers("quorum-founding-" + self.nodeId());
    }

    /** Asks until it is clear: the voters to begin with, nobody to join a quorum; null when closed before. */
    @Nullable
    List<QuorumMember> await() {
        long toldNanos = System.nanoTime();
        while (!closed) {
            Map<Integer, DescribeQuorumResponse> answers = ask();
            List<QuorumMember> decided = decide(self, clusterId, others, answers);
            if (decided != null) {
                return decided;
            }
            if (System.nanoTime() - toldNanos > TimeUnit.MILLISECONDS.toNanos(TELL_MS)) {
                toldNanos = System.nanoTime();
                LOG.info(
                        "the quorum is founded when all its voters run; waiting for {}",
                        others.stream()
                                .filter(voter -> !answers.containsKey(voter.nodeId()))
                                .toList());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
        }
        return null;
    }

    /** What the answers come to: the voters to begin with, nobody to join a quorum, null when that is not clear yet. */
    static @Nullable List<QuorumMember> decide(
            QuorumMember self,
            String clusterId,
            List<VoterAddress> others,
            Map<Integer, DescribeQuorumResponse> answers) {
        List<QuorumMember> fresh = new ArrayList<>();
        fresh.add(self);
        boolean stranger = false;
        for (VoterAddress other : others) {
            DescribeQuorumResponse answer = answers.get(other.nodeId());
            if (answer == null || !answer.getClusterId().equals(clusterId) || answer.getNodeId() != other.nodeId()) {
                continue;
            }
            if (!answer.getFounded()) {
                fresh.add(new QuorumMember(
                        other, QuorumMembers.read(answer.getSelf()).directoryId()));
                continue;
            }
            List<QuorumMember> voters = QuorumMembers.readAll(answer);
            if (voters.stream().anyMatch(voter -> isSame(voter, self))) {
                return voters;
            }
            // One that waits to be added itself does not know who votes.
            stranger |= !voters.isEmpty();
        }
        if (stranger) {
            return List.of();
        }
        return fresh.size() == others.size() + 1 ? fresh : null;
    }

    private static boolean isSame(QuorumMember one, QuorumMember other) {
        return one.nodeId() == other.nodeId() && one.directoryId().equals(other.directoryId());
    }

    private Map<Integer, DescribeQuorumResponse> ask() {
        Map<Integer, CompletableFuture<DescribeQuorumResponse>> asked = new TreeMap<>();
        for (VoterAddress other : others) {
            asked.put(other.nodeId(), peers.describe(other.grpc(), ANSWER_MS));
        }
        Map<Integer, DescribeQuorumResponse> answers = new TreeMap<>();
        asked.forEach((nodeId, answer) -> {
            try {
                answers.put(nodeId, answer.get(ANSWER_MS + PAUSE_MS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("voter {} does not say what it knows of the quorum", nodeId, e);
            }
        });
        return answers;
    }

    @Override
    public void close() {
        closed = true;
        peers.close();
    }
}
