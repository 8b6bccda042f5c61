// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

import io.tidemark.chaos.workload.FaultRecord;
import java.util.List;
import java.util.Locale;

/** A picture over the time of a run, as SVG text: faults as bands, whatever else on top. */
final class Chart {
    private static final int WIDTH = 1100;
    private static final int LEFT = 90;
    private static final double SECOND_NANOS = 1e9;
    private static final int GRID_SECONDS = 5;
    private static final long LEAST_BAND_NANOS = 100_000_000L;

    private final StringBuilder svg = new StringBuilder();
    private final int height;
    private final double endNanos;

    Chart(String title, int height, long endNanos, List<FaultRecord> faults) {
        this.height = height;
        this.endNanos = Math.max(endNanos, 1);
        svg.append("<h2>").append(Html.escaped(title)).append("</h2>");
        svg.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" width=\"100%%\" xmlns=\"http://www.w3.org/2000/svg\">",
                LEFT + WIDTH + 10,
                height + 20));
        for (FaultRecord fault : faults) {
            band(fault);
        }
        for (int second = 0; second * SECOND_NANOS < endNanos; second += GRID_SECONDS) {
            text(x((long) (second * SECOND_NANOS)), height + 14, second + " s", "middle");
        }
    }

    private void band(FaultRecord fault) {
        svg.append("<g><title>")
                .append(Html.escaped(fault.fault() + ": " + fault.targets()))
                .append("</title>");
        long shownNanos = Math.max(fault.endNanos(), fault.startNanos() + LEAST_BAND_NANOS);
        rectangle(fault.startNanos(), shownNanos, 0, height, "#f7d9d4");
        svg.append("</g>");
        text(x(fault.startNanos()) + 2, 9, fault.fault(), "start");
    }

    double x(long timeNanos) {
        return LEFT + WIDTH * timeNanos / endNanos;
    }

    void rectangle(long fromNanos, long toNanos, double top, double tall, String color) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                x(fromNanos),
                top,
                Math.max(0.5, x(toNanos) - x(fromNanos)),
                tall,
                color));
    }

    void text(double x, double y, String text, String anchor) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"9\" text-anchor=\"%s\">%s</text>",
                x,
                y,
                anchor,
                Html.escaped(text)));
    }

    void label(double y, String text) {
        text(LEFT - 4, y, text, "end");
    }

    /** A line through values, one a second, the largest at the top. */
    void line(double[] values, double max, String color) {
        svg.append("<polyline fill=\"none\" stroke=\"").append(color).append("\" points=\"");
        for (int second = 0; second < values.length; second++) {
            double y = height - (height - 12) * Math.min(1, values[second] / Math.max(max, 1e-9));
            svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x((long) ((second + 0.5) * SECOND_NANOS)), y));
        }
        svg.append("\"/>");
    }

    String end() {
        return svg.append("</svg>").toString();
    }
}
