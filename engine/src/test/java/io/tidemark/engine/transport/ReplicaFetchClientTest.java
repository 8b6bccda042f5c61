// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.FetchReply;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.PartitionFetch;
import io.tidemark.engine.runtime.ReplicaFetchSender;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.ratis.FreePorts;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** A stream that ends under the thread that sends is that thread's news, not its death. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ReplicaFetchClientTest {
    private static final int LEADER = 2;
    private static final List<PartitionFetch> FETCHES = List.of(new PartitionFetch(
            new PartitionKey(new UUID(1, 2), 0),
            new Effect.SendFetch(1, LEADER, 0, 0, 0, OptionalInt.empty(), 0, 0, false)));

    private final EventLoops loops = new EventLoops(1);
    private final ReplicaFetchClient client = new ReplicaFetchClient(
            new BrokerIdentity(1), loops, new ReplicaFetchClient.FetchSettings(100, 1_000, 1 << 20));
    private final CompletableFuture<String> broken = new CompletableFuture<>();
    private final List<Integer> ports = FreePorts.take(2);

    @AfterEach
    void close() throws Exception {
        client.close();
        loops.close();
    }

    /** Many times, because what it ends in depends on how far the connection is. */
    @RepeatedTest(50)
    void aStreamWhoseNodeStopsTakesWhatIsSentAndSaysThatItIsBroken() {
        ReplicaFetchSender.Stream stream = open(0, broken);
        client.close();

        assertThatCode(() -> stream.send(FETCHES)).doesNotThrowAnyException();
        broken.join();
    }

    @RepeatedTest(50)
    void aStreamWhoseLeaderHasMovedTakesWhatIsSentAndSaysThatItIsBroken() {
        ReplicaFetchSender.Stream stream = open(0, broken);
        open(1, new CompletableFuture<>());

        assertThatCode(() -> stream.send(FETCHES)).doesNotThrowAnyException();
        broken.join();
    }

    private ReplicaFetchSender.Stream open(int port, CompletableFuture<String> isBroken) {
        return client.open(LEADER, new Endpoint("127.0.0.1", ports.get(port)), new Listener(isBroken));
    }

    private record Listener(CompletableFuture<String> isBroken) implements ReplicaFetchSender.Listener {
        @Override
        public void onReply(PartitionKey key, FetchReply reply) {
            throw new AssertionError("nobody is there to answer");
        }

        @Override
        public void onBroken(String reason) {
            isBroken.complete(reason);
        }
    }
}
