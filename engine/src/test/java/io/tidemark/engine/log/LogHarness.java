// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import java.io.IOException;

/** One data directory that a test opens, closes and crashes. */
public interface LogHarness extends AutoCloseable {
    /** The store as it is open now. */
    LogStore store();

    /** Closes the store in good order and opens it again. */
    void reopen() throws IOException;

    /** Ends the process's life without warning and opens the store again. */
    void crash() throws IOException;

    /** Sets the wall clock. */
    void setClockMs(long nowMs);

    @Override
    void close() throws IOException;
}
