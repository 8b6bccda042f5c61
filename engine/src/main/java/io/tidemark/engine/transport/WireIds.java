// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ids on the wire: 16 bytes, big endian. */
final class WireIds {
    private WireIds() {}

    static ByteString toWire(UUID id) {
        ByteBuffer bytes = ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .flip();
        return ByteString.copyFrom(bytes);
    }

    /** Null when there are not 16 bytes. */
    static @Nullable UUID fromWire(ByteString bytes) {
        if (bytes.size() != 16) {
            return null;
        }
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        return new UUID(buffer.getLong(), buffer.getLong());
    }
}
