// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.log.LogConfig;
import io.tidemark.engine.log.LogStore;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.log.memory.MemoryLogStore;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StoredLogsTest {
    private static final UUID STRANGER = new UUID(8, 8);

    private final RecordingStore store = new RecordingStore();
    private final ClusterImage image =
            TestCluster.image(5, TestCluster.topic(TestCluster.partition(1, 0, 0, List.of(1))));
    private final StoredLogs logs =
            new StoredLogs(store, new TopicSettings(new TopicDefaults(1 << 20, 60_000, -1, -1, 1 << 20), () -> image));

    @Test
    void setsAsideAndDoesNotDeleteWhatTheImageDoesNotKnow() throws IOException {
        store.create("strangers", STRANGER);
        store.create("orders", TestCluster.TOPIC_ID);
        logs.recoverAll(image, Runnable::run);

        logs.setStraysAside(image);

        assertThat(store.calls).containsExactly("set aside " + STRANGER);
        assertThat(logs.unclaimed()).containsExactly(new PartitionKey(TestCluster.TOPIC_ID, 0));
    }

    @Test
    void tellsWhereLogsEndOnlyWhenEachWasClosedInGoodOrderG38() throws IOException {
        store.create("orders", TestCluster.TOPIC_ID);
        logs.recoverAll(image, Runnable::run);
        assertThat(logs.closeAll())
                .containsExactly(new RecoveredPartition(new PartitionKey(TestCluster.TOPIC_ID, 0), 0, -1, false));

        store.create("strangers", STRANGER);
        store.failsToClose = "strangers";
        logs.recoverAll(image, Runnable::run);

        assertThat(logs.closeAll()).isNull();
    }

    @Test
    void tellsNothingOfItsLogsWhenOneCouldNotBeOpenedG38() throws IOException {
        store.create("orders", TestCluster.TOPIC_ID);
        store.failsToOpen = "orders";
        logs.recoverAll(image, Runnable::run);

        assertThat(logs.closeAll()).isNull();
    }

    /** Says what becomes of logs. */
    private static final class RecordingStore implements LogStore {
        private final MemoryLogStore store = new MemoryLogStore();
        private final List<String> calls = new ArrayList<>();
        private String failsToClose = "";
        private String failsToOpen = "";

        void create(String topic, UUID topicId) throws IOException {
            store.open(topic, topicId, 0, LogConfig.DEFAULT).log().close();
        }

        @Override
        public OpenedLog open(String topic, UUID topicId, int partition, LogConfig config) throws IOException {
            if (topic.equals(failsToOpen)) {
                throw new IOException("cannot be opened");
            }
            OpenedLog opened = store.open(topic, topicId, partition, config);
            return topic.equals(failsToClose)
                    ? new OpenedLog(unclosable(opened.log()), opened.clean(), opened.damaged(), opened.detail())
                    : opened;
        }

        private static PartitionLog unclosable(PartitionLog log) {
            return (PartitionLog) Proxy.newProxyInstance(
                    PartitionLog.class.getClassLoader(),
                    new Class<?>[] {PartitionLog.class},
                    (self, method, arguments) -> {
                        if (method.getName().equals("close")) {
                            throw new IOException("does not close");
                        }
                        return method.invoke(log, arguments);
                    });
        }

        @Override
        public void delete(UUID topicId, int partition) {
            calls.add("delete " + topicId);
        }

        @Override
        public void setAside(UUID topicId, int partition) {
            calls.add("set aside " + topicId);
        }

        @Override
        public List<StoredLog> list() throws IOException {
            return store.list();
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }
}
