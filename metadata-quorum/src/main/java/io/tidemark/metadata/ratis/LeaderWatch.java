// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.image.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.protocol.TermIndex;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hastens the election after the leader's process died. A follower keeps a plain connection to the leader's Raft listener;
 * when it breaks and a new one is refused, nobody listens there any more, and waiting for the election timeout gains
 * nothing. Then the followers stand for election one after the other, the one with the longest log first, so that they do not split the vote. An election that
 * was not needed costs a term and is safe. One thread.
 */
final class LeaderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderWatch.class);
    private static final int CONNECT_TIMEOUT_MS = 500;
    private static final int LOOK_MS = 50;
    private static final int IDLE_MS = 1000;
    private static final int TURN_MS = 300;
    private static final int ANSWER_MS = 150;

    private final QuorumDivision division;
    private final int selfId;
    private final Supplier<SortedMap<Integer, Endpoint>> voters;
    private SortedMap<Integer, Endpoint> raftEndpoints = new TreeMap<>();
    private final Thread thread;
    private volatile @Nullable Socket held;
    private volatile boolean closed;
    private boolean warm;

    LeaderWatch(QuorumDivision division, int selfId, Supplier<SortedMap<Integer, Endpoint>> voters) {
        this.division = division;
        this.selfId = selfId;
        this.voters = voters;
        this.thread = new Thread(this::run, "leader-watch-" + selfId);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Another node may lead. Any thread; does not block. */
    void onLeaderChanged() {
        LockSupport.unpark(thread);
        Socket socket = held;
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                LOG.trace("a connection that is given up did not close", e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        onLeaderChanged();
    }

    private void run() {
        while (!closed) {
            RaftPeerId leader = division.leader();
            int leaderId = QuorumIdentity.nodeId(leader);
            raftEndpoints = voters.get();
            Endpoint endpoint = raftEndpoints.get(leaderId);
            if (leader == null || leaderId == selfId || endpoint == null) {
                LockSupport.parkNanos(IDLE_MS * 1_000_000L);
                continue;
            }
            long term = division.term();
            holdConnection(leader, endpoint);
            if (!closed && leader.equals(division.leader()) && ProcessProbe.isRefused(endpoint)) {
                onProcessGone(leader, leaderId, term);
            }
            pause(LOOK_MS);
        }
    }

    /** Returns when the connection breaks, cannot be made, or another node leads. */
    private void holdConnection(RaftPeerId leader, Endpoint endpoint) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), CONNECT_TIMEOUT_MS);
            socket.setSoTimeout(IDLE_MS);
            held = socket;
            InputStream input = socket.getInputStream();
            byte[] ignored = new byte[256];
            while (!closed && leader.equals(division.leader())) {
                if (isClosed(input, ignored)) {
                    return;
                }
                warmUp(QuorumIdentity.nodeId(leader));
            }
        } catch (IOException e) {
            LOG.debug("the connection to the quorum's leader at {} broke", endpoint, e);
        } finally {
            held = null;
        }
    }

    /**
     * Opens once, ahead of its use, what an election needs. Not at once: the first second with a leader is that in which a whole
     * cluster starts, and has more to do.
     */
    private void warmUp(int leaderId) {
        if (!warm) {
            warm = true;
            countAhead(leaderId);
        }
    }

    private static boolean isClosed(InputStream input, byte[] ignored) throws IOException {
        try {
            return input.read(ignored) < 0;
        } catch (SocketTimeoutException stillThere) {
            return false;
        }
    }

    private void onProcessGone(RaftPeerId leader, int leaderId, long term) {
        pause(TURN_MS * countAhead(leaderId));
        if (!closed && division.term() == term && leader.equals(division.leader()) && division.startElection(leader)) {
            LOG.info(
                    "node {} led the quorum in term {} and its process is gone: standing for election", leaderId, term);
        }
        pause(TURN_MS);
    }

    /**
     * How many of the other followers should stand first: those whose logs are further, which would refuse this one, and
     * among equals those with lower ids. Asking also opens the connections that an election needs.
     */
    private int countAhead(int leaderId) {
        TermIndex own = division.lastEntry();
        SortedMap<Integer, CompletableFuture<@Nullable TermIndex>> others = new TreeMap<>();
        for (int nodeId : raftEndpoints.keySet()) {
            if (nodeId != leaderId && nodeId != selfId) {
                others.put(nodeId, askForLastEntry(nodeId));
            }
        }
        int ahead = 0;
        for (Map.Entry<Integer, CompletableFuture<@Nullable TermIndex>> asked : others.entrySet()) {
            TermIndex other = asked.getValue().join();
            int order = own == null || other == null ? -1 : other.compareTo(own);
            if (order > 0 || (order == 0 && asked.getKey() < selfId)) {
                ahead++;
            }
        }
        return ahead;
    }

    /** A voter that does not answer soon will not vote soon either. */
    private CompletableFuture<@Nullable TermIndex> askForLastEntry(int nodeId) {
        CompletableFuture<@Nullable TermIndex> answer = new CompletableFuture<>();
        Thread asking = new Thread(() -> answer.complete(division.lastEntryOf(nodeId)), "leader-watch-ask-" + selfId);
        asking.setDaemon(true);
        asking.start();
        return answer.completeOnTimeout(null, ANSWER_MS, TimeUnit.MILLISECONDS);
    }

    private void pause(int durationMs) {
        long deadline = System.nanoTime() + durationMs * 1_000_000L;
        @Nullable RaftPeerId before = division.leader();
        for (long rest; !closed && (rest = deadline - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(Math.min(rest, LOOK_MS * 1_000_000L));
            if (before != null && !before.equals(division.leader())) {
                return;
            }
        }
    }
}
