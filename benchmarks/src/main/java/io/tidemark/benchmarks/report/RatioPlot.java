// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.List;

/** Ratios with their intervals on one logarithmic axis, the line of equality, and each goal. */
final class RatioPlot {
    private static final int LEFT = 330;
    private static final int RIGHT = 860;
    private static final int ROW = 22;
    private static final int TOP = 30;
    private static final double LOWEST = 1.0 / 64;
    private static final double HIGHEST = 64;

    private RatioPlot() {}

    static String picture(List<Comparison.Row> rows) {
        int bottom = TOP + rows.size() * ROW;
        SvgCanvas canvas = new SvgCanvas(RIGHT + 90, bottom + 20);
        for (double tick = LOWEST; tick <= HIGHEST; tick *= 4) {
            canvas.line(x(tick), TOP - 6, x(tick), bottom, tick == 1 ? "even" : "grid");
            canvas.text(x(tick), TOP - 12, "middle", tick < 1 ? "1/" + Math.round(1 / tick) : "" + Math.round(tick));
        }
        for (int i = 0; i < rows.size(); i++) {
            draw(canvas, rows.get(i), TOP + i * ROW + ROW / 2.0);
        }
        return canvas.picture();
    }

    private static void draw(SvgCanvas canvas, Comparison.Row row, double y) {
        canvas.text(LEFT - 12, y + 4, "end", row.scenario() + " " + row.metric() + " / " + row.peer());
        MedianInterval ratio = row.ratio();
        row.goal().ifPresent(goal -> canvas.line(x(goal.ratio()), y - 8, x(goal.ratio()), y + 8, "goal"));
        canvas.line(x(ratio.low()), y, x(ratio.high()), y, "interval");
        boolean isReached =
                row.goal().map(goal -> goal.isReachedBy(ratio.median())).orElse(true);
        canvas.dot(x(ratio.median()), y, isReached ? "reached" : "missed");
        canvas.text(RIGHT + 12, y + 4, "start", Numbers.text(ratio.median()) + " ×");
    }

    private static double x(double ratio) {
        double bounded = Math.min(HIGHEST, Math.max(LOWEST, ratio));
        double share = (Math.log(bounded) - Math.log(LOWEST)) / (Math.log(HIGHEST) - Math.log(LOWEST));
        return LEFT + share * (RIGHT - LEFT);
    }
}
