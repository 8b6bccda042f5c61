// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a log, or a part of it from its beginning on, folds to.
 *
 * @param whole whether nothing is missing in it; false when it was not known what was below the first batch
 */
record SavedFold(ByteBuffer value, boolean whole) {
    /** The first bytes of a file that holds a value which is whole, or is not. */
    @FunctionalInterface
    interface Head {
        ByteBuffer of(boolean whole);
    }

    /** To a file of its own. */
    void save(Path path, Head head) throws IOException {
        CheckedFile.save(path, head.of(whole), value);
    }

    /** From a file behind either head; null when it is not there, not whole as a file, or for something else. */
    static @Nullable SavedFold load(Path path, Head head) throws IOException {
        ByteBuffer value = CheckedFile.loadBehind(path, head.of(true));
        if (value != null) {
            return new SavedFold(value, true);
        }
        ByteBuffer part = CheckedFile.loadBehind(path, head.of(false));
        return part == null ? null : new SavedFold(part, false);
    }
}
