// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

/**
 * Why a batch is refused.
 *
 * @param kind what a client is told, one error code each
 * @param message one line for people
 */
public record BatchFault(Kind kind, String message) {
    /** Kinds of faults; each has an error code of the same name in the wire contract. */
    public enum Kind {
        /** The bytes are not a batch, or not the one that was written. */
        CORRUPT_BATCH,
        /** The batch, or what it decompresses to, is over the limit. */
        BATCH_TOO_LARGE,
        /** A timestamp is outside the range or contradicts the header. */
        INVALID_TIMESTAMP,
        /** The codec id is not known. */
        UNSUPPORTED_COMPRESSION,
        /** A record does not fit its topic. */
        INVALID_RECORD,
        /** The batch is whole but asks for something that is refused. */
        INVALID_REQUEST
    }

    static BatchFault corrupt(String message) {
        return new BatchFault(Kind.CORRUPT_BATCH, message);
    }

    static BatchFault refused(String message) {
        return new BatchFault(Kind.INVALID_REQUEST, message);
    }
}
