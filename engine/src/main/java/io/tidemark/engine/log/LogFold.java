// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.nio.ByteBuffer;

/**
 * A value that is a function of the log's batches in order of offset, such as what is known of its producers. The log saves
 * it where a segment ends, so that it need not be built from all batches again, and before it deletes a segment: deletion
 * changes no value. Used by one thread at a time.
 */
public interface LogFold {
    /** Forgets everything: the value of an empty log. */
    void clear();

    /** Becomes what {@link #save} was called on. */
    void restore(ByteBuffer saved);

    /** Takes the next batch; the buffer is valid only during the call. */
    void onBatch(ByteBuffer batch);

    /** The value as bytes. */
    ByteBuffer save();
}
