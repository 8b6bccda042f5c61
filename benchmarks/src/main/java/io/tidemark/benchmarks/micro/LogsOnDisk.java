// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** One system's logs in a directory: written by a process that is killed, opened by another. */
interface LogsOnDisk {
    /** For people, and to tell the writing process which it is. */
    String system();

    /** Opens the directory to write to it, for as long as the process lives. */
    Writer write(Path directory) throws IOException;

    /**
     * Opens the only log, and lets go of it.
     *
     * @param checkpointed whether it may use what was noted of what is on disk; else it looks at everything
     * @return what the opening took, milliseconds
     */
    double openMs(Path directory, boolean checkpointed) throws IOException;

    /** What an opening with checkpoints reads, for people. */
    String reads();

    /** Begins logs. */
    @FunctionalInterface
    interface Writer {
        /** A log that is not there yet. */
        Appends begin(int log) throws IOException;
    }

    /** One log that is written. */
    interface Appends {
        /** Appends a batch. */
        void append(ByteBuffer batch) throws IOException;

        /** Lets go of what a log holds that is not used for a while. */
        void rest() throws IOException;
    }
}
