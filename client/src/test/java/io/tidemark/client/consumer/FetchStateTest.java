// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.metadata.OffsetReset;
import org.junit.jupiter.api.Test;

class FetchStateTest {
    private static final ByteString OLD = ByteString.copyFromUtf8("old");
    private static final ByteString NEW = ByteString.copyFromUtf8("new");

    @Test
    void anIdThatABrokerRefusedIsNotTakenFromOldMetadataAfterASeek() {
        FetchState state = new FetchState(new TopicPartition("orders", 0), OffsetReset.NONE);
        state.onTopicId(OLD);

        state.onTopicIdRefused(1_000);
        state.seek(0);

        assertThat(state.isRefused(OLD, 999)).isTrue();
        assertThat(state.isRefused(NEW, 999)).isFalse();
    }

    @Test
    void aBrokerThatWasBehindItselfDoesNotBarTheRightIdForEver() {
        FetchState state = new FetchState(new TopicPartition("orders", 0), OffsetReset.NONE);
        state.onTopicId(NEW);

        state.onTopicIdRefused(1_000);

        assertThat(state.isRefused(NEW, 1_000)).isFalse();
    }
}
