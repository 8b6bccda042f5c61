// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The owner thread waits for disk blocks only where nobody could know that it needs them. */
@Timeout(30)
class SpaceGuardTest {
    private static final int RECORD_BYTES = 4000;
    private static final long BLOCK_BYTES = 8 << 20;
    private static final long OVERLAP_BYTES = BLOCK_BYTES / 4;

    private final Queue<Runnable> ahead = new ArrayDeque<>();
    private final Disk disk = new Disk();
    private final SpaceGuard guard = new SpaceGuard(disk, ahead::add);

    @BeforeEach
    void theQueueMapsInBlocks() {
        guard.mapsBy(BLOCK_BYTES);
    }

    private static class Disk extends NoSpace {
        private final List<String> allocations = new ArrayList<>();
        private final Map<Path, Long> lengths = new HashMap<>();
        private boolean onOther;

        @Override
        public boolean allocate(Path file, long position, long lengthBytes) {
            allocations.add((onOther ? "other " : "owner ") + file + " " + position + "+" + lengthBytes);
            lengthen(file, position + lengthBytes);
            return true;
        }

        @Override
        public void lengthen(Path file, long lengthBytes) {
            lengths.merge(file, lengthBytes, Math::max);
        }
    }

    private long fill(String file, long from, int records) throws Exception {
        long position = from;
        for (int i = 0; i < records; i++) {
            reserve(file, position);
            position += RECORD_BYTES;
            disk.onOther = true;
            for (Runnable next = ahead.poll(); next != null; next = ahead.poll()) {
                next.run();
            }
            disk.onOther = false;
        }
        return position;
    }

    private void reserve(String file, long position) throws Exception {
        guard.reserve(Path.of(file), position, RECORD_BYTES);
        long mappedTo = ((position + RECORD_BYTES) / BLOCK_BYTES + 1) * BLOCK_BYTES + OVERLAP_BYTES;
        assertThat(disk.lengths.get(Path.of(file)))
                .as("as long as it is mapped for the record at %d", position)
                .isGreaterThanOrEqualTo(mappedTo);
    }

    private long byOwner() {
        return disk.allocations.stream()
                .filter(line -> line.startsWith("owner"))
                .count();
    }

    @Test
    void growsAFileAheadOfItsRecords() throws Exception {
        fill("a", 0, 20_000);
        assertThat(byOwner()).as(disk.allocations.toString()).isEqualTo(1);
        assertThat(disk.allocations.size()).isBetween(4, 40);
    }

    @Test
    void beginsAPreparedFileWithoutAllocating() throws Exception {
        fill("a", 0, 5);
        guard.prepare(Path.of("b"), 10 << 20);
        guard.prepare(Path.of("b"), 10 << 20);
        fill("a", 20_000, 1);
        long before = byOwner();
        fill("b", 0, 1000);
        assertThat(byOwner()).as(disk.allocations.toString()).isEqualTo(before);
    }

    @Test
    void allocatesItselfWhenTheOtherThreadIsLate() throws Exception {
        long position = 0;
        for (int i = 0; i < 1000; i++) {
            reserve("a", position);
            position += RECORD_BYTES;
        }
        assertThat(byOwner()).isGreaterThan(1);
        assertThat(ahead).hasSize(1);
    }

    @Test
    void aFileThatHoldsSomethingIsLongEnoughBeforeTheQueueOpensIt() throws Exception {
        guard.opens(Path.of("a"), 3 * BLOCK_BYTES + 5);
        assertThat(disk.lengths).containsEntry(Path.of("a"), 4 * BLOCK_BYTES + OVERLAP_BYTES);
        fill("a", 3 * BLOCK_BYTES + 5, 5_000);
    }

    /** Otherwise the length that was chosen before the blocks came would cut them off. */
    @Test
    void noLengthIsSetWhileBlocksAreGot() throws Exception {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Disk slow = new Disk() {
            @Override
            public boolean allocate(Path file, long position, long lengthBytes) {
                began.countDown();
                awaitUninterruptibly(mayEnd);
                return super.allocate(file, position, lengthBytes);
            }
        };
        SpaceAhead space = new SpaceAhead(slow, task -> new Thread(task).start());
        space.request(Path.of("a"), 0, BLOCK_BYTES);
        awaitUninterruptibly(began);
        Thread owner = new Thread(() -> {
            try {
                space.lengthen(Path.of("a"), BLOCK_BYTES / 2);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        owner.start();
        while (owner.getState() != Thread.State.BLOCKED) {
            assertThat(slow.lengths).isEmpty();
            LockSupport.parkNanos(1_000_000);
        }
        mayEnd.countDown();
        owner.join();
        assertThat(slow.lengths).containsEntry(Path.of("a"), BLOCK_BYTES);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
