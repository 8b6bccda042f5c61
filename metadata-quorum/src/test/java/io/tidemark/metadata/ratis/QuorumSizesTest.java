// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static io.tidemark.metadata.ratis.QuorumNodeTest.submit;
import static io.tidemark.metadata.ratis.QuorumNodeTest.topic;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Quorums of one voter and of five. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class QuorumSizesTest {
    @Test
    void oneVoterDecidesAlone(@TempDir Path root) throws Exception {
        TestQuorum alone = new TestQuorum(root, 1);
        try (TestQuorum quorum = alone) {
            quorum.startAll();
            try (TestBroker broker = new TestBroker(7, quorum).join()) {
                assertThat(submit(broker.client(), topic("orders", 3, 1)).isOk())
                        .isTrue();
            }
            quorum.kill(1);
            quorum.startAll();
            RemoteMetadataClient client = quorum.client();
            Await.until("the topic is there still", () -> client.image().topic("orders") != null);
        }
    }

    @Test
    void fiveVotersGoOnWithoutTwoOfThem(@TempDir Path root) throws Exception {
        TestQuorum five = new TestQuorum(root, 5);
        try (TestQuorum quorum = five) {
            quorum.startAll();
            RemoteMetadataClient client = quorum.client();
            assertThat(submit(client, new AllocateProducerIds(1)).isOk()).isTrue();
            quorum.kill(quorum.activeController());
            quorum.awaitController();
            quorum.kill(quorum.activeController());
            quorum.awaitController();
            long index = submit(client, new AllocateProducerIds(1)).index();
            quorum.awaitEqualImages(index);
            assertThat(quorum.fatal()).isEmpty();
        }
    }
}
