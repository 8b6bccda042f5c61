// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.image.PartitionKey;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Ids as 16 bytes, big endian. */
final class IdCodec {
    private static final int ID_SIZE_BYTES = 16;

    private IdCodec() {}

    static ByteString write(UUID id) {
        ByteBuffer bytes = ByteBuffer.allocate(ID_SIZE_BYTES);
        bytes.putLong(id.getMostSignificantBits());
        bytes.putLong(id.getLeastSignificantBits());
        return ByteString.copyFrom(bytes.flip());
    }

    static UUID read(ByteString bytes, String what) throws MetadataFormatException {
        if (bytes.size() != ID_SIZE_BYTES) {
            throw new MetadataFormatException("a " + what + " has " + bytes.size() + " bytes, not " + ID_SIZE_BYTES);
        }
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    static PartitionKey key(ByteString topicId, int partition) throws MetadataFormatException {
        return new PartitionKey(read(topicId, "topic id"), partition);
    }
}
