// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brokers 1, 2, 3 with one partition, a network and a controller driven by hand. After each command it checks that what
 * was acknowledged to acks=all writers is still there, and that replicas agree below their high watermarks.
 */
final class ScriptedCluster {
    private static final long FIRST_FETCH_TOKEN = 1_000;
    private static final int MAX_ROUNDS = 60;

    /** An ISR proposal that left a leader. */
    record Proposal(ReplicaLife sender, Effect.ProposeIsr sent) {}

    final ScriptedNetwork network = new ScriptedNetwork();
    final List<Proposal> proposals = new ArrayList<>();
    final Map<Integer, ScriptedNode> nodes = new TreeMap<>();
    boolean isFlushed;
    final Map<Long, ScriptedNetwork.Fetch> fetchOfToken = new LinkedHashMap<>();
    private final Consumer<String> printer;
    /** What was acknowledged, per base offset: the writer's content, and the leader epoch that said so. */
    private record Acknowledged(long content, int leaderEpoch) {}

    private final Map<Long, Acknowledged> acknowledged = new TreeMap<>();

    private final List<Long> ackAllTokens = new ArrayList<>();
    private final Map<Long, Long> contentOfToken = new LinkedHashMap<>();
    Consumer<Effect.CompleteProduce> onDone = done -> {};
    Consumer<Effect.RejectRequest> onRejected = rejection -> {};
    long nowMs;
    boolean lossIsAllowed;
    private long lastFetchToken = FIRST_FETCH_TOKEN;

    ScriptedCluster(boolean isFlushed, Consumer<String> printer) {
        this.isFlushed = isFlushed;
        this.printer = printer;
        for (int broker = 1; broker <= 3; broker++) {
            nodes.put(broker, new ScriptedNode(broker, this));
        }
    }

    ScriptedNode node(int broker) {
        ScriptedNode node = nodes.get(broker);
        if (node == null) {
            throw new IllegalArgumentException("no broker " + broker);
        }
        return node;
    }

    /** Ids count up from the time a replica began; the count is what people read. */
    static long shortId(long id) {
        return id & 0xffff;
    }

    void print(String line) {
        printer.accept("  " + line);
    }

    String nameOf(long token) {
        ScriptedNetwork.Fetch fetch = fetchOfToken.get(token);
        return fetch == null ? "t" + token : "fetch " + shortId(fetch.sent().fetchId()) + " of " + fetch.follower();
    }

    /** Notes a write, so that its acknowledgement can be held against the logs later. */
    void written(long token, long content, boolean acksAll) {
        contentOfToken.put(token, content);
        if (acksAll) {
            ackAllTokens.add(token);
        }
    }

    void acknowledged(Effect.CompleteProduce done, int leaderEpoch) {
        onDone.accept(done);
        if (ackAllTokens.contains(done.replyToken())) {
            long content = contentOfToken.getOrDefault(done.replyToken(), -1L);
            acknowledged.put(done.baseOffset(), new Acknowledged(content, leaderEpoch));
        }
    }

    void reply(long token, FetchReply reply) {
        ScriptedNetwork.Fetch fetch = fetchOfToken.remove(token);
        if (fetch != null) {
            network.replies.add(new ScriptedNetwork.Reply(
                    fetch.follower(),
                    new FetchReply(
                            fetch.sent().fetchId(),
                            reply.error(),
                            reply.leaderEpoch(),
                            reply.highWatermark(),
                            reply.logStartOffset(),
                            reply.logEndOffset(),
                            reply.diverging(),
                            reply.producers(),
                            reply.batches())));
        }
    }

    /** Whether there was a fetch to deliver. */
    boolean deliverFetch(int follower, long waitMs) {
        ScriptedNetwork.Fetch fetch = network.takeFetchOf(follower);
        if (fetch == null) {
            return false;
        }
        Effect.SendFetch sent = fetch.sent();
        long token = ++lastFetchToken;
        fetchOfToken.put(token, fetch);
        FetchInput.Follower input = new FetchInput.Follower(
                token,
                new ReplicaLife(follower, fetch.brokerEpoch()),
                sent.leaderEpoch(),
                sent.fetchOffset(),
                sent.flushedOffset(),
                sent.lastFetchedEpoch(),
                sent.logStartOffset(),
                sent.highWatermark(),
                sent.wantsProducers(),
                1_000,
                nowMs + waitMs);
        ScriptedNode leader = node(sent.leader());
        leader.run(() -> leader.replica.onFetch(input, nowMs, leader.out()));
        return true;
    }

    /** Whether there was a reply to deliver. */
    boolean deliverReply(int follower) {
        ScriptedNetwork.Reply reply = network.takeReplyTo(follower);
        if (reply == null) {
            return false;
        }
        ScriptedNode node = node(follower);
        node.run(() -> node.replica.onFetchReply(reply.reply(), nowMs, node.out()));
        return true;
    }

    /** Delivers everything of these followers, oldest first, until nothing is on its way. */
    void exchange(Iterable<Integer> followers) {
        boolean moved = true;
        for (int round = 0; moved && round < MAX_ROUNDS; round++) {
            moved = false;
            for (int follower : followers) {
                moved |= deliverFetch(follower, 500);
                moved |= deliverReply(follower);
            }
        }
        if (moved) {
            print("VIOLATION: messages never end");
        }
    }

    void check() {
        ScriptedNode leader = newestLeader();
        if (leader != null && !lossIsAllowed) {
            int leaderEpoch = leader.replica.state().leaderEpoch();
            acknowledged.forEach((offset, written) -> {
                boolean mustBeThere = offset >= leader.log.logStart && written.leaderEpoch() <= leaderEpoch;
                if (mustBeThere && leader.log.contentAt(offset) != written.content()) {
                    print("VIOLATION: acknowledged t" + written.content() + " at " + offset
                            + " is not in the leader's log");
                }
            });
        }
        for (ScriptedNode one : nodes.values()) {
            for (ScriptedNode other : nodes.values()) {
                if (one.broker < other.broker && !lossIsAllowed) {
                    checkAgreement(one, other);
                }
            }
        }
    }

    private @Nullable ScriptedNode newestLeader() {
        ScriptedNode newest = null;
        for (ScriptedNode node : nodes.values()) {
            boolean leads = node.isUp && node.replica.state().role() == ReplicaState.Role.LEADER;
            if (leads
                    && (newest == null
                            || node.replica.state().leaderEpoch()
                                    > newest.replica.state().leaderEpoch())) {
                newest = node;
            }
        }
        return newest;
    }

    private void checkAgreement(ScriptedNode one, ScriptedNode other) {
        long start = Math.max(one.log.logStart, other.log.logStart);
        long end = Math.min(
                one.replica.state().highWatermark(), other.replica.state().highWatermark());
        for (long offset = start; offset < end; offset++) {
            if (one.log.contentAt(offset) != other.log.contentAt(offset)) {
                print("VIOLATION: brokers " + one.broker + " and " + other.broker + " differ at " + offset);
            }
        }
    }
}
