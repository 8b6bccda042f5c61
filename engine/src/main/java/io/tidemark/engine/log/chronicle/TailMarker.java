// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Body of a TRUNCATE record, always the first of its segment: the log ends here now, whatever lies in earlier segments.
 *
 * @param endOffset the log's end after the cut
 * @param lastEpoch the last epoch that survived the cut; -1 for none
 * @param restart whether the log starts empty at {@code endOffset}, which may then lie above its former end
 */
record TailMarker(long endOffset, int lastEpoch, boolean restart) {
    private static final int BYTES = 13;

    ByteBuffer toBody() {
        ByteBuffer body = ByteBuffer.allocate(BYTES);
        return body.putLong(endOffset)
                .putInt(lastEpoch)
                .put((byte) (restart ? 1 : 0))
                .flip();
    }

    /** Reads a body at the buffer's position. */
    static TailMarker read(ByteBuffer in) {
        return new TailMarker(in.getLong(), in.getInt(), in.get() == 1);
    }

    /** The body of a record; null when it is not one. */
    static @Nullable TailMarker of(ByteBuffer record, int bodyAt, int bodyBytes) {
        return bodyBytes == BYTES ? read(record.slice(bodyAt, BYTES)) : null;
    }
}
