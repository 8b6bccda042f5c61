// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.client.TopicPartition;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.Endpoint;
import io.tidemark.v1.LeaderHint;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import org.junit.jupiter.api.Test;

class ClusterViewTest {
    private static final TopicPartition FIRST = new TopicPartition("orders", 0);

    private static TopicDescription topic(String id, int leader, int leaderEpoch) {
        return TopicDescription.newBuilder()
                .setName("orders")
                .setTopicId(ByteString.copyFromUtf8(id))
                .addPartitions(PartitionRecord.newBuilder().setLeader(leader).setLeaderEpoch(leaderEpoch))
                .build();
    }

    private static DescribeClusterResponse broker(int id, long brokerEpoch, int port) {
        return DescribeClusterResponse.newBuilder()
                .setMaxMessageBytes(1000)
                .addBrokers(BrokerDescription.newBuilder()
                        .setBrokerId(id)
                        .setBrokerEpoch(brokerEpoch)
                        .setEndpoint(Endpoint.newBuilder().setHost("h").setPort(port)))
                .build();
    }

    private static LeaderHint hint(int leader, int leaderEpoch, int port) {
        return LeaderHint.newBuilder()
                .setLeaderId(leader)
                .setLeaderEpoch(leaderEpoch)
                .setHost("h")
                .setPort(port)
                .build();
    }

    @Test
    void knowsNothingAtFirst() {
        assertThat(ClusterView.empty().leader(FIRST)).isNull();
    }

    @Test
    void neverGoesBackToAnOlderLeaderEpoch() {
        ClusterView view = ClusterView.empty().with(topic("a", 2, 5)).with(topic("a", 1, 4));

        assertThat(view.leader(FIRST)).isEqualTo(new LeaderView(2, 5, null));
    }

    @Test
    void takesANewerLeaderFromAHintWithItsAddress() {
        ClusterView view = ClusterView.empty().with(topic("a", 2, 5)).with(FIRST, hint(3, 6, 77));

        assertThat(view.leader(FIRST)).isEqualTo(new LeaderView(3, 6, new NodeAddress("h", 77)));
    }

    @Test
    void ignoresAHintThatIsNoNews() {
        ClusterView view = ClusterView.empty().with(topic("a", 2, 5));

        assertThat(view.with(FIRST, hint(3, 5, 77))).isSameAs(view);
    }

    @Test
    void startsAnewWithAnotherTopicId() {
        ClusterView view = ClusterView.empty().with(topic("a", 2, 5)).with(topic("b", 1, 0));

        assertThat(view.leader(FIRST)).isEqualTo(new LeaderView(1, 0, null));
    }

    @Test
    void neverGoesBackToAnOlderRegistration() {
        ClusterView view = ClusterView.empty()
                .with(topic("a", 2, 5))
                .with(broker(2, 10, 80))
                .with(broker(2, 9, 79));

        assertThat(view.leader(FIRST)).isEqualTo(new LeaderView(2, 5, new NodeAddress("h", 80)));
    }

    @Test
    void prefersTheTopicsOwnBatchLimit() {
        ClusterView view = ClusterView.empty().with(broker(1, 1, 80)).with(topic("a", 1, 0));
        TopicDescription limited = topic("a", 1, 0).toBuilder()
                .putConfigs("max.message.bytes", "500")
                .build();

        assertThat(view.maxBatchBytes("orders")).isEqualTo(1000);
        assertThat(view.with(limited).maxBatchBytes("orders")).isEqualTo(500);
    }
}
