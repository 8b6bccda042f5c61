// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what was written with what is read back, record by record in the order of each partition. Proven is: every
 * acknowledged line is there exactly once, unchanged, where its acknowledgement said, and the lines of each key are in the
 * order in which they were sent. A line whose write failed may be there once or not at all. Pure; not thread-safe.
 */
final class DeliveryProof {
    private static final int MOST_EXAMPLES = 5;

    private final WrittenLines written;
    private final int[] readCounts;
    private final Map<String, Integer> lastLineByKey = new HashMap<>();
    private final List<String> examples = new ArrayList<>();
    private long readCount;
    private long duplicates;
    private long outOfOrder;
    private long wrong;

    DeliveryProof(WrittenLines written, int capacity) {
        this.written = written;
        this.readCounts = new int[capacity];
    }

    /**
     * Takes one record as read.
     *
     * @param line the line's number as the record carries it
     * @param fingerprint fingerprint of the value as read
     */
    void read(String key, int line, long fingerprint, int partition, long recordOffset) {
        readCount++;
        String where = "partition " + partition + " offset " + recordOffset;
        if (line < 0 || line >= written.sentCount()) {
            wrong++;
            example(where + " holds line " + line + ", which was never sent");
            return;
        }
        if (++readCounts[line] > 1) {
            duplicates++;
            example("line " + line + " is there again at " + where);
            return;
        }
        if (written.fingerprint(line) != fingerprint) {
            wrong++;
            example("line " + line + " at " + where + " is not what was sent");
        }
        if (!written.mayStandAt(line, partition, recordOffset)) {
            wrong++;
            example("line " + line + " stands at " + where + ", but was acknowledged elsewhere");
        }
        checkOrder(key, line, where);
    }

    private void checkOrder(String key, int line, String where) {
        Integer last = lastLineByKey.get(key);
        if (last != null && last > line) {
            outOfOrder++;
            example("line " + line + " of key " + key + " stands after line " + last + " at " + where);
            return;
        }
        lastLineByKey.put(key, line);
    }

    private void example(String text) {
        if (examples.size() < MOST_EXAMPLES) {
            examples.add(text);
        }
    }

    long readCount() {
        return readCount;
    }

    /** What it comes to once everything was read. */
    Verdict verdict() {
        long lost = 0;
        List<String> all = new ArrayList<>(examples);
        for (int line = 0; line < written.sentCount(); line++) {
            if (readCounts[line] == 0 && written.isAcknowledged(line)) {
                lost++;
                if (all.size() < MOST_EXAMPLES) {
                    all.add("line " + line + " was acknowledged and is gone");
                }
            }
        }
        long distinct = Arrays.stream(readCounts).filter(count -> count > 0).count();
        return new Verdict(distinct, lost, duplicates, outOfOrder, wrong, List.copyOf(all));
    }

    /**
     * What a comparison came to.
     *
     * @param distinct different lines read
     * @param lost acknowledged lines that were not read
     * @param duplicates records that repeat a line
     * @param outOfOrder records behind a later line of their key
     * @param wrong records that differ from what was sent, were never sent, or stand elsewhere than acknowledged
     * @param examples some of the faults in words
     */
    record Verdict(long distinct, long lost, long duplicates, long outOfOrder, long wrong, List<String> examples) {
        boolean isProven() {
            return lost == 0 && duplicates == 0 && outOfOrder == 0 && wrong == 0;
        }
    }
}
