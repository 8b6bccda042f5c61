// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.command.MetadataFormatException;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.v1.ImageRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A snapshot's bytes, big endian: 8 bytes of magic, a 4-byte format version, the 4-byte length of the payload, the payload
 * (an {@link ImageRecord}), and the CRC-32C of everything before it.
 */
final class SnapshotFile {
    static final int FORMAT_VERSION = 1;
    private static final long MAGIC = 0x544d494d41474500L;
    private static final int HEADER_BYTES = 16;
    private static final int CRC_BYTES = 4;

    private SnapshotFile() {}

    static byte[] encode(ClusterImage image) {
        byte[] payload = MetadataCodec.toBytes(MetadataCodec.toProto(image));
        ByteBuffer file = ByteBuffer.allocate(HEADER_BYTES + payload.length + CRC_BYTES);
        file.putLong(MAGIC).putInt(FORMAT_VERSION).putInt(payload.length).put(payload);
        file.putInt(crc(file.array(), file.position()));
        return file.array();
    }

    /**
     * The image in a snapshot.
     *
     * @throws IOException with a one-line message when the bytes are damaged or of another version
     */
    static ClusterImage decode(byte[] bytes) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES + CRC_BYTES || file.getLong() != MAGIC) {
            throw new IOException("not a snapshot of the metadata image");
        }
        int version = file.getInt();
        if (version != FORMAT_VERSION) {
            throw new IOException("snapshot format version " + version + ", this version reads " + FORMAT_VERSION);
        }
        int payloadBytes = file.getInt();
        if (payloadBytes != bytes.length - HEADER_BYTES - CRC_BYTES) {
            throw new IOException("snapshot is cut: " + bytes.length + " bytes for a payload of " + payloadBytes);
        }
        if (file.getInt(HEADER_BYTES + payloadBytes) != crc(bytes, HEADER_BYTES + payloadBytes)) {
            throw new IOException("snapshot fails its CRC-32C");
        }
        try {
            return MetadataCodec.fromProto(ImageRecord.parseFrom(ByteBuffer.wrap(bytes, HEADER_BYTES, payloadBytes)));
        } catch (MetadataFormatException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
