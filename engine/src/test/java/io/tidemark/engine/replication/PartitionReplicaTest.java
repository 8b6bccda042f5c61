// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import static io.tidemark.engine.replication.ReplicaFixture.assigned;
import static io.tidemark.engine.replication.ReplicaFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PartitionReplicaTest {
    @Nested
    class OnAssignment {
        @Test
        void leaderNotesItsEpochBeforeAnyWrite() {
            ReplicaFixture replica = ReplicaFixture.over(ReplicaFixture.log(0, 7, 5, 1, 0));

            assertThat(replica.assign(assigned().epochs(4, 9)))
                    .containsExactly(new Effect.StopFetching(), new Effect.AppendEpoch(4));
            assertThat(replica.announced())
                    .containsExactly("leads in leader epoch 4 from offset 7, partition epoch 9, in-sync [1, 2, 3] of"
                            + " [1, 2, 3]");
        }

        @Test
        void followerFetchesAtOnceFromItsLogEnd() {
            ReplicaFixture replica = ReplicaFixture.over(ReplicaFixture.log(2, 7, 5, 1, 2, 3, 6));

            assertThat(replica.assign(assigned().leader(2).epochs(4, 9)))
                    .containsExactly(new Effect.SendFetch(1, 2, 4, 7, 7, OptionalInt.of(3), 2, 5, false));
            assertThat(replica.announced())
                    .containsExactly("follows broker 2 in leader epoch 4 from offset 7, partition epoch 9");
        }

        @Test
        void withoutALeaderItStopsFetching() {
            ReplicaFixture replica = ReplicaFixture.following();

            assertThat(replica.assign(assigned().leader(-1).epochs(2, 2))).containsExactly(new Effect.StopFetching());
            assertThat(replica.announced())
                    .containsExactly("has no leader in leader epoch 2, partition epoch 2, log end 0");
        }

        @Test
        void ignoresOlderEpochs() {
            ReplicaFixture replica = ReplicaFixture.overEmptyLog();
            replica.assign(assigned().epochs(5, 8));

            assertThat(replica.assign(assigned().leader(2).epochs(4, 9))).isEmpty();
            assertThat(replica.assign(assigned().isr(1).epochs(5, 7))).isEmpty();
            assertThat(replica.state().committedIsr()).containsExactly(1, 2, 3);
        }

        @Test
        void everyHigherLeaderEpochRestartsTheFetch() {
            ReplicaFixture replica = ReplicaFixture.following();

            assertThat(replica.assign(assigned().leader(2).epochs(3, 3)))
                    .containsExactly(new Effect.SendFetch(2, 2, 3, 0, 0, OptionalInt.empty(), 0, 0, false));
        }

        @Test
        void newRoleWaitsForTheAppendUnderWay() {
            ReplicaFixture replica = ReplicaFixture.following();
            replica.replyBatches(1, 1, 0, Batches.stored(0, 3, 1));

            assertThat(replica.assign(assigned().epochs(2, 2))).isEmpty();
            assertThat(replica.appended(3)).containsExactly(new Effect.StopFetching(), new Effect.AppendEpoch(2));
            assertThat(replica.announced()).first().asString().startsWith("leads in leader epoch 2 from offset 3");
        }

        @Test
        void newRoleWaitsForTheTruncationUnderWay() {
            ReplicaFixture replica = ReplicaFixture.over(ReplicaFixture.log(0, 9, 2, 1, 0));
            replica.assign(assigned().leader(2).epochs(2, 2));
            assertThat(replica.replyDiverging(1, 2, 1, 4)).containsExactly(new Effect.TruncateLog(4, 2));

            assertThat(replica.assign(assigned().epochs(3, 3))).isEmpty();
            assertThat(replica.truncated(0, 4)).containsExactly(new Effect.StopFetching(), new Effect.AppendEpoch(3));
        }
    }

    @Nested
    class WithoutARole {
        @Test
        void rejectsRequests() {
            ReplicaFixture replica = ReplicaFixture.overEmptyLog();

            assertThat(replica.produce(1, Batches.ofRecords(1), -1))
                    .containsExactly(rejected(1, ReplicaError.NOT_LEADER_OR_FOLLOWER, false, -1, -1, 0, 0));
        }

        @Test
        void saysThatThereIsNoLeader() {
            ReplicaFixture replica = ReplicaFixture.overEmptyLog();
            replica.assign(assigned().leader(-1));

            assertThat(replica.produce(1, Batches.ofRecords(1), -1))
                    .containsExactly(rejected(1, ReplicaError.LEADER_NOT_AVAILABLE, false, -1, 1, 0, 0));
        }

        @Test
        void followerNamesTheLeader() {
            ReplicaFixture replica = ReplicaFixture.following();

            assertThat(replica.consume(5, 0, 1, 0))
                    .containsExactly(rejected(5, ReplicaError.NOT_LEADER_OR_FOLLOWER, false, 2, 1, 0, 0));
        }
    }

    @Nested
    class OnLogFailed {
        @Test
        void rejectsWhatWaitsAndGoesOffline() {
            ReplicaFixture replica = ReplicaFixture.leading();
            replica.produce(1, Batches.ofRecords(2), -1);
            replica.fetch(replica.fetchOf(2, 0).waiting());

            assertThat(replica.logFailed())
                    .containsExactly(
                            rejected(1, ReplicaError.LOG_OFFLINE, true, 1, 1, 0, 0),
                            rejected(200, ReplicaError.LOG_OFFLINE, false, 1, 1, 0, 0),
                            new Effect.StopFetching(),
                            new Effect.TakeOffline("disk gone"));
            assertThat(replica.produce(2, Batches.ofRecords(1), -1))
                    .containsExactly(rejected(2, ReplicaError.LOG_OFFLINE, false, 1, 1, 0, 0));
            assertThat(replica.appended(2)).isEmpty();
            assertThat(replica.state().role()).isEqualTo(ReplicaState.Role.OFFLINE);
        }

        @Test
        void brokenInvariantTakesThePartitionOffline() {
            ReplicaFixture replica = ReplicaFixture.leading();

            assertThat(replica.appended(5))
                    .containsExactly(
                            new Effect.StopFetching(),
                            new Effect.TakeOffline("broken invariant: only what was emitted is appended: 5 > 0"));
        }
    }

    @Test
    void replicatesFromLeaderToFollowerAndCompletesTheWrite() {
        ReplicaFixture leader = ReplicaFixture.leading();
        leader.assign(assigned().isr(1, 2).epochs(1, 2));
        leader.produce(7, Batches.ofRecords(3), -1);
        leader.appended(3);

        assertThat(leader.fetch(leader.fetchOf(2, 0)))
                .containsExactly(new Effect.ServeFetch(200, 0, 1_000, 3, 1, 0, 0, 3));
        assertThat(leader.fetch(leader.fetchOf(2, 3)))
                .containsExactly(
                        new Effect.PublishHighWatermark(3),
                        new Effect.CompleteProduce(7, 0, 0, 2, false, false),
                        new Effect.ServeFetch(200, 3, 1_000, 3, 1, 3, 0, 3));
    }
}
