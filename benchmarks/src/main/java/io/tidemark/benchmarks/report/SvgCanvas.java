// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.report;

import java.util.Locale;

/** Writes an SVG picture; whole and self-contained. */
final class SvgCanvas {
    private final StringBuilder body = new StringBuilder();
    private final int width;
    private final int height;

    SvgCanvas(int width, int height) {
        this.width = width;
        this.height = height;
    }

    void line(double x1, double y1, double x2, double y2, String style) {
        add("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='%s'/>", x1, y1, x2, y2, style);
    }

    void dot(double x, double y, String style) {
        add("<circle cx='%.1f' cy='%.1f' r='3.5' class='%s'/>", x, y, style);
    }

    /** Text whose anchor is start, middle or end. */
    void text(double x, double y, String anchor, String text) {
        add("<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>", x, y, anchor, escaped(text));
    }

    void path(String points, String style) {
        add("<polyline points='%s' class='%s'/>", points, style);
    }

    private void add(String format, Object... values) {
        body.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    String picture() {
        return String.format(
                Locale.ROOT,
                "<svg viewBox='0 0 %d %d' width='%d' height='%d' xmlns='http://www.w3.org/2000/svg'>%n%s</svg>",
                width,
                height,
                width,
                height,
                body);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;");
    }
}
