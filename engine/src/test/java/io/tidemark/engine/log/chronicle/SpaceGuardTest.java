// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The owner thread waits for disk blocks only where nobody could know that it needs them. */
class SpaceGuardTest {
    private static final int RECORD_BYTES = 4000;

    private final Queue<Runnable> ahead = new ArrayDeque<>();
    private final List<String> allocations = new ArrayList<>();
    private boolean onOther;
    private final SpaceGuard guard = new SpaceGuard(
            new SpaceSource() {
                @Override
                public boolean allocate(Path file, long position, long lengthBytes) {
                    allocations.add((onOther ? "other " : "owner ") + file + " " + position + "+" + lengthBytes);
                    return true;
                }

                @Override
                public void release(Path file, long position) {
                    allocations.add("release");
                }
            },
            ahead::add);

    private long fill(String file, long from, int records) throws Exception {
        long position = from;
        for (int i = 0; i < records; i++) {
            guard.reserve(Path.of(file), position, RECORD_BYTES);
            position += RECORD_BYTES;
            onOther = true;
            for (Runnable next = ahead.poll(); next != null; next = ahead.poll()) {
                next.run();
            }
            onOther = false;
        }
        return position;
    }

    private long byOwner() {
        return allocations.stream().filter(line -> line.startsWith("owner")).count();
    }

    @Test
    void growsAFileAheadOfItsRecords() throws Exception {
        fill("a", 0, 20_000);
        assertThat(byOwner()).as(allocations.toString()).isEqualTo(1);
        assertThat(allocations.size()).isBetween(4, 40);
    }

    @Test
    void beginsAPreparedFileWithoutAllocating() throws Exception {
        fill("a", 0, 5);
        guard.prepare(Path.of("b"), 10 << 20);
        guard.prepare(Path.of("b"), 10 << 20);
        fill("a", 20_000, 1);
        long before = byOwner();
        fill("b", 0, 1000);
        assertThat(byOwner()).as(allocations.toString()).isEqualTo(before);
    }

    @Test
    void allocatesItselfWhenTheOtherThreadIsLate() throws Exception {
        long position = 0;
        for (int i = 0; i < 1000; i++) {
            guard.reserve(Path.of("a"), position, RECORD_BYTES);
            position += RECORD_BYTES;
        }
        assertThat(byOwner()).isGreaterThan(1);
        assertThat(ahead).hasSize(1);
    }
}
