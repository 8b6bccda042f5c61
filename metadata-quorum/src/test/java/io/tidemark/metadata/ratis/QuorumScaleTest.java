// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.CreateTopic;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.command.MetadataFormatException;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ImageRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ten thousand partitions on three brokers and three voters, with the times logged. On demand: {@code
 * -Dscale.partitions=10000 -Dtest=QuorumScaleTest}.
 */
@EnabledIfSystemProperty(named = "scale.partitions", matches = "\\d+")
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class QuorumScaleTest {
    private static final Logger LOG = LoggerFactory.getLogger(QuorumScaleTest.class);
    private static final int PARTITIONS_PER_TOPIC = 100;

    private final int partitions = Integer.getInteger("scale.partitions", 10_000);

    @Test
    void manyPartitionsAreMadeFencedAndThereAgainAfterARestart(@TempDir Path root) throws Exception {
        TestQuorum tuned = new TestQuorum(root).tuned(config -> config.withSnapshotEvery(50));
        try (TestQuorum quorum = tuned) {
            quorum.startAll();
            try (TestBroker one = new TestBroker(1, quorum).join();
                    TestBroker two = new TestBroker(2, quorum).join();
                    TestBroker three = new TestBroker(3, quorum).join()) {
                long create = timed(() -> createAll(one));
                tell("create, acknowledged and in the brokers' images", create);
                Await.until("all brokers see them", () -> count(two) == partitions && count(three) == partitions);

                long led = leads(one, 1);
                long start = System.nanoTime();
                one.kill();
                Await.until("no partition is led by broker 1", () -> leads(two, 1) == 0 && leads(three, 1) == 0);
                tell("kill a broker that leads " + led + " until the others know the new leaders", since(start));

                heap(two.client().image());
                long index = two.client().image().index();
                for (int id = 1; id <= 3; id++) {
                    quorum.stop(id);
                }
                tell("restart of all voters until there is a controller with the image", timed(quorum::startAll));
                quorum.awaitEqualImages(index);
                assertThat(quorum.fatal()).isEmpty();
            }
        }
    }

    @Test
    void aBrokerThatLeadsHalfOfThePartitionsIsFencedSoon(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root);
                TestBroker one = new TestBroker(1, quorum).join();
                TestBroker two = new TestBroker(2, quorum).join()) {
            createAll(one);
            Await.until("both brokers see them", () -> count(two) == partitions);
            long led = leads(two, 1);
            long start = System.nanoTime();
            one.kill();
            Await.until("no partition is led by broker 1", () -> leads(two, 1) == 0);
            tell("kill a broker that leads " + led + " until the other knows the new leaders", since(start));
        }
    }

    private void createAll(TestBroker broker) {
        for (int topic = 0; topic < partitions / PARTITIONS_PER_TOPIC; topic++) {
            int replicas = broker.client().image().brokers().size();
            CommandAnswer answer = QuorumNodeTest.submit(
                    broker.client(),
                    new CreateTopic(
                            "topic-" + topic,
                            UUID.randomUUID(),
                            PARTITIONS_PER_TOPIC,
                            replicas,
                            new TreeMap<>(),
                            List.of()));
            assertThat(answer.isOk()).as(answer.message()).isTrue();
        }
        Await.until("the broker sees all", () -> count(broker) == partitions);
    }

    private static long count(TestBroker broker) {
        return broker.client().image().topics().values().stream()
                .mapToLong(topic -> topic.partitions().size())
                .sum();
    }

    private static long leads(TestBroker observer, int brokerId) {
        long count = 0;
        for (TopicImage topic : observer.client().image().topics().values()) {
            count += topic.partitions().stream()
                    .map(PartitionImage::leader)
                    .filter(leader -> leader == brokerId)
                    .count();
        }
        return count;
    }

    /** What one copy of the image takes: read from its bytes, so that nothing is shared with another. */
    private static void heap(ClusterImage image) throws Exception {
        byte[] bytes = MetadataCodec.toBytes(MetadataCodec.toProto(image));
        long before = used();
        ClusterImage copy = read(bytes);
        long after = used();
        LOG.warn("image: {} bytes encoded, about {} KiB of heap", bytes.length, (after - before) >> 10);
        assertThat(copy).isEqualTo(image);
    }

    private static ClusterImage read(byte[] bytes) throws MetadataFormatException, IOException {
        return MetadataCodec.fromProto(ImageRecord.parseFrom(bytes));
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private interface Action {
        void run() throws Exception;
    }

    private static long timed(Action action) throws Exception {
        long start = System.nanoTime();
        action.run();
        return since(start);
    }

    private static long since(long startNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    private static void tell(String what, long tookMs) {
        LOG.warn("{}: {} ms", what, tookMs);
    }
}
