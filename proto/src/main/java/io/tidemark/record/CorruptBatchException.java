// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

/** A batch cannot be read; {@link #fault} says why. The only exception that reading bytes of unknown origin throws. */
public final class CorruptBatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient BatchFault fault;

    /** For a fault. */
    public CorruptBatchException(BatchFault fault) {
        super(fault.message());
        this.fault = fault;
    }

    CorruptBatchException(String message) {
        this(BatchFault.corrupt(message));
    }

    CorruptBatchException(String message, Throwable cause) {
        super(message, cause);
        this.fault = BatchFault.corrupt(message);
    }

    /** What is wrong. */
    public BatchFault fault() {
        return fault;
    }
}
