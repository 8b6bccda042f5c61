// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a document that a command writes, between two marks. */
final class MarkedText {
    private MarkedText() {}

    /** Replaces what stands between {@code <!-- NAME -->} and {@code <!-- end of NAME -->}. */
    static void replace(Path document, String name, String text) throws IOException {
        String whole = Files.readString(document);
        String begin = "<!-- " + name + " -->";
        String end = "<!-- end of " + name + " -->";
        int from = whole.indexOf(begin);
        int to = whole.indexOf(end);
        if (from < 0 || to < from) {
            throw new IOException(document + " has no part between " + begin + " and " + end);
        }
        Files.writeString(
                document, whole.substring(0, from) + begin + "\n" + text.strip() + "\n" + whole.substring(to));
    }
}
