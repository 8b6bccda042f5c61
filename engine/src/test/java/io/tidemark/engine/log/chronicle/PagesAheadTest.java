// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.BytesStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PagesAheadTest {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    private final ArrayDeque<Runnable> thread = new ArrayDeque<>();
    private final Populated populated = new Populated();
    private final PagesAhead pages = new PagesAhead(populated, thread::add);
    private final BytesStore<?, ?> mapping = BytesStore.nativeStore(8 * MIB);

    @AfterEach
    void release() {
        mapping.releaseLast();
    }

    @Test
    void aSmallSegmentIsLeftAlone() {
        pages.written(mapping, MIB - 1, 0, 8 * MIB);
        assertThat(thread).isEmpty();
    }

    @Test
    void aLogThatIsForcedAllTheTimeIsLeftAlone() {
        pages.written(mapping, 2 * MIB, 2 * MIB - 255 * KIB, 8 * MIB);
        assertThat(thread).isEmpty();
        pages.written(mapping, 2 * MIB, 2 * MIB - 256 * KIB, 8 * MIB);
        assertThat(thread).hasSize(1);
    }

    @Test
    void theWriterIsLeftAHeadStartAndPagesThatItNeverReachesFollowOn() {
        pages.written(mapping, MIB, 0, 8 * MIB);
        work();
        pages.written(mapping, MIB + 100 * KIB, 0, 8 * MIB);
        assertThat(thread).as("far enough ahead").isEmpty();
        pages.written(mapping, MIB + 200 * KIB, 0, 8 * MIB);
        work();
        assertThat(populated.ranges)
                .containsExactly(range(MIB + 64 * KIB, MIB + 320 * KIB), range(MIB + 320 * KIB, MIB + 576 * KIB));
    }

    @Test
    void aWriterThatCatchesUpIsGivenMoreFromAheadOfIt() {
        pages.written(mapping, MIB, 0, 8 * MIB);
        work();
        pages.written(mapping, 2 * MIB, 0, 8 * MIB);
        work();
        assertThat(populated.ranges)
                .containsExactly(
                        range(MIB + 64 * KIB, MIB + 320 * KIB), range(2 * MIB + 64 * KIB, 2 * MIB + 576 * KIB));
    }

    @Test
    void oneRequestIsUnderWayAtATime() {
        pages.written(mapping, MIB, 0, 8 * MIB);
        pages.written(mapping, 2 * MIB, 0, 8 * MIB);
        assertThat(thread).hasSize(1);
    }

    @Test
    void noPageIsBroughtInWithoutABlock() {
        pages.written(mapping, MIB, 0, MIB + 100 * KIB);
        work();
        assertThat(populated.ranges).containsExactly(range(MIB + 64 * KIB, MIB + 100 * KIB));
        pages.written(mapping, MIB + 90 * KIB, 0, MIB + 100 * KIB);
        assertThat(thread).isEmpty();
    }

    @Test
    void pagesComeInPiecesSoThatOthersCanMapFilesMeanwhile() {
        pages.written(mapping, MIB, 0, 8 * MIB);
        work();
        assertThat(populated.longestBytes).isLessThan(256 * KIB);
    }

    private void work() {
        populated.goesOn = false;
        thread.remove().run();
    }

    private String range(long from, long to) {
        return mapping.addressForWrite(from) + " " + (to - from);
    }

    private static final class Populated extends NoSpace {
        private final List<String> ranges = new ArrayList<>();
        private boolean goesOn;
        private long from;
        private long to;
        private long longestBytes;

        @Override
        public void populate(long address, long lengthBytes) {
            longestBytes = Math.max(longestBytes, lengthBytes);
            if (goesOn && address == to) {
                ranges.remove(ranges.size() - 1);
            } else {
                from = address;
            }
            goesOn = true;
            to = address + lengthBytes;
            ranges.add(from + " " + (to - from));
        }
    }
}
