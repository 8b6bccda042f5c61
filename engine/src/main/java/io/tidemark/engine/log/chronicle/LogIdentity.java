// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.nio.ByteBuffer;
import java.util.UUID;

/** Whose log it is; seeds every checksum, so that bytes of another partition never pass. */
record LogIdentity(UUID topicId, int partition) {
    static final int BYTES = 20;

    ByteBuffer putTo(ByteBuffer out) {
        return out.putLong(topicId.getMostSignificantBits())
                .putLong(topicId.getLeastSignificantBits())
                .putInt(partition);
    }
}
