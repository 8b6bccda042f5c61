// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The 32 bytes before every body in a segment, big endian. The checksum covers the rest of the envelope and the body's
 * first 21 bytes, which a batch's own checksum leaves out; it starts from topic id and partition. Bodies other than
 * batches are at most 21 bytes long. One thread.
 *
 * <pre>
 *  0 kind int8               8 previousEndOffset int64   20 leaderEpoch int32
 *  1 version int8           16 bodyBytes int32           24 appendMs int64
 *  2 zero int16                                          32 body
 *  4 crc int32
 * </pre>
 */
final class Envelope {
    static final int BYTES = 32;
    static final byte VERSION = 1;
    static final byte BATCH = 1;
    static final byte TRUNCATE = 2;
    static final byte EPOCH = 3;
    /** Of a record that its envelope says all of. */
    static final ByteBuffer NO_BODY = ByteBuffer.allocate(0);

    private static final int CRC_AT = 4;
    private static final int PREVIOUS_END_AT = 8;
    private static final int BODY_BYTES_AT = 16;
    private static final int LEADER_EPOCH_AT = 20;
    private static final int APPEND_MS_AT = 24;
    private static final int COVERED_BODY_BYTES = RecordBatch.CRC_COVERAGE_START;
    /** How much of a record its checksum needs. */
    static final int CHECKED_BYTES = BYTES + COVERED_BODY_BYTES;

    private final CRC32C crc = new CRC32C();
    private final byte[] covered = new byte[LogIdentity.BYTES + BYTES - Integer.BYTES + COVERED_BODY_BYTES];
    private @Nullable ByteBuffer sealed;

    Envelope(LogIdentity identity) {
        identity.putTo(ByteBuffer.wrap(covered));
    }

    /** The envelope for a body; valid until the next call. */
    ByteBuffer seal(byte kind, long previousEndOffset, int leaderEpoch, long appendMs, ByteBuffer body) {
        ByteBuffer bytes = toSeal();
        bytes.put(kind).put(VERSION).putShort((short) 0).putInt(0);
        bytes.putLong(previousEndOffset).putInt(body.remaining()).putInt(leaderEpoch);
        bytes.putLong(appendMs).flip();
        bytes.putInt(CRC_AT, checksum(bytes, 0, body, body.position(), body.remaining()));
        return bytes;
    }

    /** Who only verifies needs none. */
    private ByteBuffer toSeal() {
        ByteBuffer bytes = sealed;
        if (bytes == null) {
            bytes = ByteBuffer.allocateDirect(BYTES);
            sealed = bytes;
        }
        return bytes.clear();
    }

    /**
     * Whether a record of this log with a right checksum begins at {@code at}; the buffer need hold only the first
     * {@link #CHECKED_BYTES} of it.
     */
    boolean verifies(ByteBuffer record, int at, int recordBytes) {
        int bodyBytes = recordBytes - BYTES;
        return bodyBytes >= 0
                && record.get(at + 1) == VERSION
                && bodyBytes(record, at) == bodyBytes
                && record.getInt(at + CRC_AT) == checksum(record, at, record, at + BYTES, bodyBytes);
    }

    private int checksum(ByteBuffer envelope, int at, ByteBuffer body, int bodyAt, int bodyBytes) {
        int to = LogIdentity.BYTES;
        envelope.get(at, covered, to, CRC_AT);
        to += CRC_AT;
        envelope.get(at + PREVIOUS_END_AT, covered, to, BYTES - PREVIOUS_END_AT);
        to += BYTES - PREVIOUS_END_AT;
        int coveredBytes = Math.min(COVERED_BODY_BYTES, bodyBytes);
        body.get(bodyAt, covered, to, coveredBytes);
        crc.reset();
        crc.update(covered, 0, to + coveredBytes);
        return (int) crc.getValue();
    }

    static byte kind(ByteBuffer record, int at) {
        return record.get(at);
    }

    static long previousEndOffset(ByteBuffer record, int at) {
        return record.getLong(at + PREVIOUS_END_AT);
    }

    static int bodyBytes(ByteBuffer record, int at) {
        return record.getInt(at + BODY_BYTES_AT);
    }

    static int leaderEpoch(ByteBuffer record, int at) {
        return record.getInt(at + LEADER_EPOCH_AT);
    }

    static long appendMs(ByteBuffer record, int at) {
        return record.getLong(at + APPEND_MS_AT);
    }
}
