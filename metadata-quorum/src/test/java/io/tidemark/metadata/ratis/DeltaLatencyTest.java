// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static io.tidemark.metadata.ratis.QuorumNodeTest.submit;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.remote.ImageFeed;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a change takes from the controller, which has committed and applied it, to a broker that follows. Printed, not
 * judged: 50 ms are meant for a machine with nothing else to do.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DeltaLatencyTest {
    private static final Logger LOG = LoggerFactory.getLogger(DeltaLatencyTest.class);
    private static final int WARM_UP = 50;
    private static final int CHANGES = 150;

    private final SortedMap<Long, Long> madeNanos = new ConcurrentSkipListMap<>();
    private final SortedMap<Long, Long> seenNanos = new ConcurrentSkipListMap<>();

    @Test
    void everyChangeReachesAFollower(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            ImageFeed feed = quorum.node(quorum.awaitController()).feed();
            RemoteMetadataClient broker = quorum.client();
            feed.addWaker(() -> madeNanos.putIfAbsent(feed.image().index(), System.nanoTime()));
            broker.addListener((before, after, delta) -> seenNanos.putIfAbsent(after.index(), System.nanoTime()));
            List<Long> indexes = new ArrayList<>();
            for (int i = 0; i < WARM_UP + CHANGES; i++) {
                indexes.add(submit(broker, new AllocateProducerIds(1)).index());
            }
            long last = indexes.get(indexes.size() - 1);
            Await.until("the last change is there", () -> seenNanos.containsKey(last));

            List<Long> tookMicros = new ArrayList<>();
            for (long index : indexes.subList(WARM_UP, indexes.size())) {
                Long made = madeNanos.get(index);
                Long seen = seenNanos.get(index);
                if (made != null && seen != null) {
                    tookMicros.add(TimeUnit.NANOSECONDS.toMicros(seen - made));
                }
            }
            tookMicros.sort(null);
            assertThat(tookMicros).hasSize(CHANGES);
            LOG.warn(
                    "from the controller's image to a follower's, microseconds: median {}, 99 % {}, longest {}",
                    tookMicros.get(CHANGES / 2), tookMicros.get(CHANGES * 99 / 100), tookMicros.get(CHANGES - 1));
        }
    }
}
