// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import io.tidemark.v1.ErrorCode;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A voter that wrote entries down and went away before it could say so. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LostAcknowledgementTest {
    /** Where Ratis has handed a follower's entries to its log and not answered yet. */
    private static final String APPENDED = "RaftServerImpl.appendEntries.logComplete";
    /** Where Ratis is asked for a vote. */
    private static final String VOTE = "RaftServerImpl.requestVote";

    private final AtomicInteger silenced = new AtomicInteger(-1);
    private final AtomicInteger undecided = new AtomicInteger(-1);
    private final CountDownLatch acknowledge = new CountDownLatch(1);
    private final CountDownLatch vote = new CountDownLatch(1);

    @AfterEach
    void release() {
        acknowledge.countDown();
        vote.countDown();
        CodeInjectionForTesting.remove(APPENDED);
        CodeInjectionForTesting.remove(VOTE);
    }

    @Test
    void aNewLeadersFirstEntryIsCommittedThoughItsAcknowledgementWasLost(@TempDir Path root) throws Exception {
        hold(APPENDED, silenced, acknowledge);
        hold(VOTE, undecided, vote);
        // Closing a voter takes a second; the leader must not have stepped down for its absence by then.
        try (TestQuorum quorum = new TestQuorum(root).tuned(config -> config.withElectionTimeout(1200, 2000))) {
            quorum.startAll();
            RemoteMetadataClient client = quorum.client();
            int away = quorum.anyFollower();
            quorum.kill(away);
            QuorumNodeTest.submit(client, new AllocateProducerIds(1));
            int before = quorum.awaitController();
            int next = 6 - away - before;
            long term = quorum.node(before).view().term();

            silenced.set(before);
            var unused = quorum.node(before).endpoint().transferLeadership(next, 2000);
            Await.until("the old leader holds the new one's first entry", () -> {
                TermIndex last = quorum.node(before).division().lastEntry();
                return last != null && last.getTerm() > term;
            });
            restartBeforeItAnswers(quorum, before, next);
            quorum.awaitController();
            assertThat(QuorumNodeTest.submit(client, new AllocateProducerIds(1)).isOk())
                    .isTrue();
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    /** The index of a command that is on its way moves nobody, but the idle command after it does. */
    @Test
    void anIdleQuorumCommitsACommandWhoseAcknowledgementWasLost(@TempDir Path root) throws Exception {
        hold(APPENDED, silenced, acknowledge);
        hold(VOTE, undecided, vote);
        try (TestQuorum quorum = new TestQuorum(root).tuned(config -> config.withElectionTimeout(1200, 2000))) {
            quorum.startAll();
            RemoteMetadataClient client = quorum.client();
            quorum.kill(quorum.anyFollower());
            QuorumNodeTest.submit(client, new AllocateProducerIds(1));
            int leader = quorum.awaitController();
            int follower = quorum.anyFollower();

            silenced.set(follower);
            long before = lastIndex(quorum, leader);
            var answer = quorum.node(leader).endpoint().submit(new AllocateProducerIds(1), 60_000);
            Await.until("the follower holds the command", () -> lastIndex(quorum, follower) > before);
            restartBeforeItAnswers(quorum, follower, leader);
            silenced.set(-1);

            CommandAnswer outcome = answer.toCompletableFuture().get(60, TimeUnit.SECONDS);
            quorum.awaitController();
            long index =
                    QuorumNodeTest.submit(client, new AllocateProducerIds(1)).index();
            quorum.awaitEqualImages(index);
            assertThat(outcome.error()).isIn(ErrorCode.ERROR_CODE_UNSPECIFIED, ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE);
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    private void restartBeforeItAnswers(TestQuorum quorum, int voter, int leader) throws Exception {
        Thread killing = new Thread(() -> quorum.kill(voter));
        killing.start();
        Await.until(
                "voter " + voter + " is gone",
                () -> ProcessProbe.isRefused(quorum.addresses().get(voter - 1).raft()));
        acknowledge.countDown();
        killing.join();

        // Else the voter that returns may overtake the leader's heartbeat with an election, and all is well.
        undecided.set(leader);
        quorum.start(voter);
        Await.until(
                "the voter that returned follows",
                () -> QuorumIdentity.nodeId(quorum.node(voter).division().leader()) == leader);
        vote.countDown();
    }

    private static long lastIndex(TestQuorum quorum, int voter) {
        TermIndex last = quorum.node(voter).division().lastEntry();
        return last == null ? -1 : last.getIndex();
    }

    /** Lets a voter wait there until it is released. */
    private static void hold(String where, AtomicInteger voter, CountDownLatch released) {
        CodeInjectionForTesting.put(where, (localId, remoteId, args) -> {
            try {
                if (String.valueOf(localId).startsWith(voter.get() + "-")) {
                    released.await();
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        });
    }
}
