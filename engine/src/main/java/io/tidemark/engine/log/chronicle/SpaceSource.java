// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.file.Path;

/** Makes disk blocks real before a mapped write needs them: a write to a page without a block kills the process. */
interface SpaceSource {
    /**
     * Gives a file blocks for a range, creating the file when it is not there.
     *
     * @return false when there is no space
     */
    boolean allocate(Path file, long position, long lengthBytes) throws IOException;

    /** Makes a file at least so long, without blocks for what is added. Not while blocks for it are got elsewhere. */
    void lengthen(Path file, long lengthBytes) throws IOException;

    /** Gives the blocks from a position to the end of the file back; the file's length stays. */
    void release(Path file, long position) throws IOException;

    /**
     * Brings in the pages of a mapping for writing, as a touch of each would, without changing what is in them. Does nothing
     * where that cannot be done, also when nothing is mapped there any more.
     *
     * @param address where the pages begin
     */
    default void populate(long address, long lengthBytes) {
        // Each page is brought in when it is written to.
    }

    /**
     * Whether a page of a mapping that is touched for the first time brings its neighbours with it; it does until told
     * otherwise. Does nothing where that cannot be said.
     *
     * @param address where the mapping begins
     */
    default void readAround(long address, long lengthBytes, boolean wanted) {
        // A hint only.
    }
}
