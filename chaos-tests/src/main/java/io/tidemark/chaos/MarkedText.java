// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The parts of a document that a command writes, each between two marks. */
final class MarkedText {
    private MarkedText() {}

    /** Replaces what stands between {@code <!-- NAME -->} and {@code <!-- end of NAME -->}. */
    static void replace(Path document, String name, String text) throws IOException {
        replaceThere(document, Map.of(name, text));
    }

    /**
     * Replaces those parts that the document has.
     *
     * @param texts by the name of the part
     * @throws IOException when it has none of them, or one without its end
     */
    static void replaceThere(Path document, Map<String, String> texts) throws IOException {
        String whole = Files.readString(document);
        boolean hasOne = false;
        for (Map.Entry<String, String> part : texts.entrySet()) {
            String begin = "<!-- " + part.getKey() + " -->";
            String end = "<!-- end of " + part.getKey() + " -->";
            int from = whole.indexOf(begin);
            int to = whole.indexOf(end);
            if (from >= 0 || to >= 0) {
                if (from < 0 || to < from) {
                    throw new IOException(document + " has no part between " + begin + " and " + end);
                }
                hasOne = true;
                whole = whole.substring(0, from) + begin + "\n"
                        + part.getValue().strip() + "\n" + whole.substring(to);
            }
        }
        if (!hasOne) {
            throw new IOException(document + " has no marks of " + texts.keySet());
        }
        Files.writeString(document, whole);
    }
}
