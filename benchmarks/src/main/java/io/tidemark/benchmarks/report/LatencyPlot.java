// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.List;
import java.util.Locale;

/** Latency distributions of every run: quantile against microseconds, both logarithmic, one colour a system. */
final class LatencyPlot {
    private static final int LEFT = 70;
    private static final int RIGHT = 640;
    private static final int TOP = 20;
    private static final int BOTTOM = 300;
    private static final double LOWEST_MICROS = 100;
    private static final double HIGHEST_MICROS = 10_000_000;
    private static final double NINES = 5;

    private LatencyPlot() {}

    static String picture(List<RunResult> runs, String curve) {
        SvgCanvas canvas = new SvgCanvas(RIGHT + 150, BOTTOM + 40);
        for (double micros = LOWEST_MICROS; micros <= HIGHEST_MICROS; micros *= 10) {
            canvas.line(LEFT, y(micros), RIGHT, y(micros), "grid");
            canvas.text(LEFT - 8, y(micros) + 4, "end", Numbers.text(micros / 1000) + " ms");
        }
        for (int nines = 0; nines <= NINES; nines++) {
            double quantile = 1 - Math.pow(10, -nines);
            canvas.line(x(quantile), TOP, x(quantile), BOTTOM, "grid");
            String label =
                    nines == 0 ? "0" : String.format(Locale.ROOT, "%." + Math.max(0, nines - 2) + "f", quantile * 100);
            canvas.text(x(quantile), BOTTOM + 16, "middle", label + " %");
        }
        int row = 0;
        for (String system :
                runs.stream().map(RunResult::system).distinct().sorted().toList()) {
            canvas.line(RIGHT + 10, TOP + 12 + row * 18, RIGHT + 34, TOP + 12 + row * 18, "curve " + system);
            canvas.text(RIGHT + 40, TOP + 16 + row * 18, "start", system);
            row++;
        }
        for (RunResult run : runs) {
            List<RunResult.CurvePoint> points = run.curves().getOrDefault(curve, List.of());
            canvas.path(points(points), "curve " + run.system());
        }
        return canvas.picture();
    }

    private static String points(List<RunResult.CurvePoint> points) {
        StringBuilder text = new StringBuilder();
        for (RunResult.CurvePoint point : points) {
            text.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point.quantile()), y(point.micros())));
        }
        return text.toString().trim();
    }

    private static double x(double quantile) {
        double nines = Math.min(NINES, -Math.log10(Math.max(1e-9, 1 - quantile)));
        return LEFT + Math.max(0, nines) / NINES * (RIGHT - LEFT);
    }

    private static double y(double micros) {
        double bounded = Math.min(HIGHEST_MICROS, Math.max(LOWEST_MICROS, micros));
        double share = Math.log(bounded / LOWEST_MICROS) / Math.log(HIGHEST_MICROS / LOWEST_MICROS);
        return BOTTOM - share * (BOTTOM - TOP);
    }
}
