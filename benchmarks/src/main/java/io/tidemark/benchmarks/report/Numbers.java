// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.Locale;

/** Numbers as people read them: three significant digits, no exponent. */
final class Numbers {
    private Numbers() {}

    static String text(double value) {
        double size = Math.abs(value);
        if (size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        return String.format(Locale.ROOT, size >= 0.1 || size == 0 ? "%.2f" : "%.4f", value);
    }

    static String ratio(MedianInterval ratio) {
        if (ratio.count() == 1) {
            return text(ratio.median()) + " (one pair)";
        }
        return text(ratio.median()) + " [" + text(ratio.low()) + ", " + text(ratio.high()) + "]";
    }

    static String percent(double share) {
        return Math.round(share * 100) + " %";
    }
}
