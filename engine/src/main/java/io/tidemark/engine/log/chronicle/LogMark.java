// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What the log promised when it was last written down.
 *
 * @param segmentNumber the last segment at that time; later truncations may lower what is promised
 * @param flushedEndOffset the log reaches at least this far
 * @param logStartOffset where the log starts
 * @param endPosition end of the last segment; meaningful when clean
 * @param bootId the kernel's life in which it was written; 0 when unknown
 * @param clean whether the log was closed in good order and nothing was written since
 * @param rollNext whether the next append must begin a segment with a truncation marker
 * @param damaged whether damage was found and nothing was changed since
 */
record LogMark(
        int segmentNumber,
        long flushedEndOffset,
        long logStartOffset,
        long endPosition,
        long bootId,
        boolean clean,
        boolean rollNext,
        boolean damaged) {
    static final int BYTES = 80;

    private static final int MAGIC = 0x544d4b31;
    private static final int CLEAN = 1;
    private static final int ROLL_NEXT = 2;
    private static final int DAMAGED = 4;
    private static final int CRC_AT = BYTES - Integer.BYTES;

    ByteBuffer encode(long sequence) {
        int flags = (clean ? CLEAN : 0) | (rollNext ? ROLL_NEXT : 0) | (damaged ? DAMAGED : 0);
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.putInt(MAGIC).putInt(flags).putLong(sequence).putInt(segmentNumber);
        bytes.putLong(flushedEndOffset)
                .putLong(logStartOffset)
                .putLong(endPosition)
                .putLong(bootId);
        return bytes.putInt(CRC_AT, checksum(bytes)).clear();
    }

    static boolean isWhole(ByteBuffer bytes) {
        return bytes.remaining() == BYTES && bytes.getInt(0) == MAGIC && bytes.getInt(CRC_AT) == checksum(bytes);
    }

    static long sequence(ByteBuffer bytes) {
        return bytes.getLong(2 * Integer.BYTES);
    }

    static @Nullable LogMark decode(ByteBuffer bytes) {
        if (!isWhole(bytes)) {
            return null;
        }
        int flags = bytes.getInt(Integer.BYTES);
        ByteBuffer fields = bytes.duplicate().position(2 * Integer.BYTES + Long.BYTES);
        return new LogMark(
                fields.getInt(),
                fields.getLong(),
                fields.getLong(),
                fields.getLong(),
                fields.getLong(),
                (flags & CLEAN) != 0,
                (flags & ROLL_NEXT) != 0,
                (flags & DAMAGED) != 0);
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().clear().limit(CRC_AT));
        return (int) crc.getValue();
    }
}
