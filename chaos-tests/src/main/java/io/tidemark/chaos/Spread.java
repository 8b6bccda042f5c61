// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Median, nine tenths, ninety-nine hundredths and most of some times. */
final class Spread {
    /** Heads of the columns. */
    static final String HEADS = "p50 | p90 | p99 | max";

    private Spread() {}

    /** As four columns of a table in Markdown, milliseconds; dashes when there are none. */
    static String columns(List<Long> values) {
        if (values.isEmpty()) {
            return "- | - | - | -";
        }
        List<Long> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return String.format(
                Locale.ROOT,
                "%d | %d | %d | %d",
                at(sorted, 0.5),
                at(sorted, 0.9),
                at(sorted, 0.99),
                sorted.get(sorted.size() - 1));
    }

    /** The least value that a share of all does not exceed. */
    private static long at(List<Long> sorted, double share) {
        int rank = (int) Math.ceil(share * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }
}
