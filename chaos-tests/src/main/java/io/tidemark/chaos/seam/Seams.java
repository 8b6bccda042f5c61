// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.seam;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What rewritten code calls instead of the clock and the disk. Thread-safe. */
public final class Seams {
    private static final AtomicLong SHIFTED = new AtomicLong();
    private static final AtomicLong SLOWED = new AtomicLong();
    private static final AtomicLong FAILED = new AtomicLong();

    private static volatile SeamSettings settings = SeamSettings.NONE;

    private Seams() {}

    static void set(SeamSettings next) {
        settings = next;
    }

    /** How often each kind of fault took effect in this process. */
    static String seen() {
        return SeamSettings.SHIFTED + "=" + SHIFTED + "\n" + SeamSettings.SLOWED + "=" + SLOWED + "\n"
                + SeamSettings.FAILED + "=" + FAILED + "\n";
    }

    /** In place of {@link System#currentTimeMillis()}. */
    public static long currentTimeMillis() {
        long shiftMs = settings.clockShiftMs();
        if (shiftMs != 0) {
            SHIFTED.incrementAndGet();
        }
        return System.currentTimeMillis() + shiftMs;
    }

    /** In place of {@link FileChannel#force}, of any file. */
    public static void force(FileChannel channel, boolean metadata) throws IOException {
        long delayMs = settings.forceDelayMs();
        if (delayMs > 0) {
            SLOWED.incrementAndGet();
            LockSupport.parkNanos(delayMs * 1_000_000);
        }
        channel.force(metadata);
    }

    /** In place of {@link FileChannel#force}, of a partition's log. */
    public static void forceLog(FileChannel channel, boolean metadata) throws IOException {
        failIfAsked();
        force(channel, metadata);
    }

    /** Before a record is appended to a partition's log. */
    public static void append() throws IOException {
        failIfAsked();
    }

    private static void failIfAsked() throws IOException {
        if (settings.isLogFailing()) {
            FAILED.incrementAndGet();
            throw new IOException("Input/output error");
        }
    }
}
