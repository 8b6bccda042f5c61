// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.remote.ControllerEndpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader without its majority, and a division that is taken from under its node. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class IsolatedLeaderTest {
    /** Ratis looks whether it still leads only when it has had nothing to do for a while. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void aLeaderWithoutMajorityStepsDownThoughCommandsNeverCease(int voters, @TempDir Path root) throws Exception {
        TestQuorum sized = new TestQuorum(root, voters);
        try (TestQuorum quorum = sized) {
            quorum.startAll();
            int leader = quorum.awaitController();
            List<Integer> others = Stream.iterate(1, id -> id + 1)
                    .limit(voters)
                    .filter(id -> id != leader)
                    .toList();
            Load load = new Load(quorum.node(leader).endpoint());
            load.start();
            Await.until("commands are acknowledged", () -> load.acknowledged.size() > 10);

            others.forEach(quorum::kill);
            Await.until(
                    "the leader leads no more",
                    () -> !quorum.node(leader).isController()
                            && quorum.node(leader).division().leadProgress() == null);
            assertThat(load.isAlive()).isTrue();
            load.end();

            for (int other : others) {
                quorum.start(other);
            }
            quorum.awaitController();
            CommandAnswer after = QuorumNodeTest.submit(quorum.client(), new AllocateProducerIds(1));
            assertThat(load.acknowledged).doesNotHaveDuplicates().allMatch(id -> id < after.firstProducerId());
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    @Test
    void aDivisionThatIsClosedUnderItsNodeEndsTheNode(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            int follower = quorum.anyFollower();
            quorum.node(follower).division().close();
            Await.until("the node ends", () -> !quorum.fatal().isEmpty());
            assertThat(quorum.fatal()).allMatch(reason -> reason.contains("closed under the node"));
            assertThat(quorum.node(follower).isRunning()).isFalse();
        }
    }

    /** Submits without waiting for answers. */
    private static final class Load extends Thread {
        private final ControllerEndpoint controller;
        private final AtomicBoolean over = new AtomicBoolean();
        private final Queue<Long> acknowledged = new ConcurrentLinkedQueue<>();

        Load(ControllerEndpoint controller) {
            super("load");
            this.controller = controller;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!over.get()) {
                var unused = controller.submit(new AllocateProducerIds(1), 5000).thenAccept(answer -> {
                    if (answer.isOk()) {
                        acknowledged.add(answer.firstProducerId());
                    }
                });
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }

        void end() throws InterruptedException {
            over.set(true);
            join();
        }
    }
}
