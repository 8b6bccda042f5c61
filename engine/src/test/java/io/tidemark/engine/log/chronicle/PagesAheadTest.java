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
    private static final int RECORD_BYTES = 2 << 10;

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
        written(MIB - 1);
        assertThat(thread).isEmpty();
        assertThat(populated.ranges).isEmpty();
    }

    @Test
    void aLogThatIsForcedAllTheTimeIsLeftAlone() {
        pages.written(mapping, 2 * MIB, RECORD_BYTES, 2 * MIB - 255 * KIB, 8 * MIB);
        assertThat(thread).isEmpty();
        assertThat(populated.ranges).isEmpty();
        pages.written(mapping, 2 * MIB, RECORD_BYTES, 2 * MIB - 256 * KIB, 8 * MIB);
        assertThat(thread).hasSize(1);
    }

    @Test
    void theWriterBeginsWithAFewPagesOfItsOwnAndTheOtherThreadGoesOnBehindThem() {
        written(MIB);
        assertThat(populated.ranges).containsExactly(range(MIB, MIB + 64 * KIB));
        work();
        assertThat(populated.ranges).containsExactly(range(MIB, MIB + 320 * KIB));
    }

    @Test
    void moreIsAskedForWhenHalfOfItIsUsed() {
        written(MIB);
        work();
        written(MIB + 191 * KIB);
        assertThat(thread).as("far enough ahead").isEmpty();
        written(MIB + 192 * KIB);
        work();
        assertThat(populated.ranges).containsExactly(range(MIB, MIB + 576 * KIB));
    }

    @Test
    void aWriterThatMeetsTheOtherThreadBringsInAFewPagesForItself() {
        written(MIB);
        written(MIB + 63 * KIB);
        assertThat(thread).as("one request is under way at a time").hasSize(1);
        assertThat(populated.ranges).containsExactly(range(MIB, MIB + 128 * KIB));
    }

    @Test
    void whatTheOtherThreadBroughtInIsNotBroughtInAgain() {
        written(MIB);
        work();
        written(MIB + 100 * KIB);
        assertThat(populated.ranges).containsExactly(range(MIB, MIB + 320 * KIB));
    }

    @Test
    void aWriterThatOvertakesIsGivenMoreFromAheadOfIt() {
        written(MIB);
        work();
        written(2 * MIB);
        work();
        assertThat(populated.ranges).containsExactly(range(MIB, MIB + 320 * KIB), range(2 * MIB, 2 * MIB + 576 * KIB));
    }

    @Test
    void noPageIsBroughtInWithoutABlock() {
        written(MIB, MIB + 100 * KIB);
        work();
        assertThat(populated.ranges).containsExactly(range(MIB, MIB + 100 * KIB));
        written(MIB + 99 * KIB, MIB + 100 * KIB);
        assertThat(thread).isEmpty();
        assertThat(populated.ranges).containsExactly(range(MIB, MIB + 100 * KIB));
    }

    @Test
    void anotherMappingBeginsAnewWhileTheOtherThreadIsBusyWithTheLast() {
        BytesStore<?, ?> next = BytesStore.nativeStore(8 * MIB);
        try {
            written(4 * MIB);
            pages.written(next, 2 * MIB, RECORD_BYTES, 0, 8 * MIB);
            long from = next.addressForWrite(2 * MIB);
            assertThat(populated.ranges).contains(from + " " + 64 * KIB);
            work();
            pages.written(next, 2 * MIB + KIB, RECORD_BYTES, 0, 8 * MIB);
            work();
            assertThat(populated.ranges).contains((from + 64 * KIB) + " " + 256 * KIB);
        } finally {
            next.releaseLast();
        }
    }

    @Test
    void pagesComeInPiecesSoThatOthersCanMapFilesMeanwhile() {
        written(MIB);
        work();
        assertThat(populated.longestBytes).isLessThan(256 * KIB);
    }

    private void written(long position) {
        written(position, 8 * MIB);
    }

    private void written(long position, long allocatedTo) {
        pages.written(mapping, position, RECORD_BYTES, 0, allocatedTo);
    }

    private void work() {
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
