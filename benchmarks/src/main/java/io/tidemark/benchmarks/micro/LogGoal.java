// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What a log is to reach.
 *
 * @param what for people
 * @param isMoreBetter whether the figures are to be at least {@code bound}; else at most
 * @param unit of bound and figures; empty for a ratio
 * @param figures names of those that it is about; the worst of them counts
 */
record LogGoal(String what, boolean isMoreBetter, double bound, String unit, List<String> figures) {
    /** One line of a table: goal, what it asks for, what was reached, and whether that is enough. */
    String line(Figures measured) {
        String asked = (isMoreBetter ? "≥ " : "≤ ") + text(bound);
        List<Double> values =
                figures.stream().map(measured::get).filter(Objects::nonNull).toList();
        if (values.size() < figures.size()) {
            return String.format(Locale.ROOT, "| %s | %s | not measured | |%n", what, asked);
        }
        double worst =
                values.stream().reduce(isMoreBetter ? Math::min : Math::max).orElseThrow();
        boolean met = isMoreBetter ? worst >= bound : worst <= bound;
        return String.format(
                Locale.ROOT, "| %s | %s | %s | %s |%n", what, asked, text(worst), met ? "met" : "**not met**");
    }

    private String text(double value) {
        return String.format(Locale.ROOT, "%.2f%s", value, unit.isEmpty() ? " ×" : " " + unit);
    }
}
