// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.report;

/** Text for a page. */
final class Html {
    private Html() {}

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
