// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.posix.PosixAPI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code fallocate} of the operating system. */
final class PosixSpace implements SpaceSource {
    private static final Logger LOGGER = LoggerFactory.getLogger(PosixSpace.class);

    private static final int READ_WRITE_CREATE = 0x42;
    private static final int PERMISSIONS = 0644;
    private static final int EXTEND = 0;
    private static final int PUNCH_HOLE_KEEP_SIZE = 3;
    private static final int INTERRUPTED = 4;
    private static final int NO_SPACE = 28;
    private static final int NOT_SUPPORTED = 95;
    private static final int NO_QUOTA = 122;
    private static final int PROBE_BYTES = 4096;
    /** MADV_POPULATE_WRITE; Linux 5.14 and newer. */
    private static final int POPULATE_WRITE = 23;

    private static final int ADVICE_NORMAL = 0;
    private static final int ADVICE_RANDOM = 1;

    private final PosixAPI posix;

    private PosixSpace(PosixAPI posix) {
        this.posix = posix;
    }

    /**
     * @throws IOException if blocks cannot be reserved here: without that a full disk would end the process
     */
    static PosixSpace open(Path directory) throws IOException {
        PosixAPI posix = PosixAPI.posix();
        if (posix.getClass().getSimpleName().startsWith("NoOp")) {
            throw new IOException("no native POSIX layer on this platform: disk space cannot be reserved");
        }
        PosixSpace space = new PosixSpace(posix);
        space.probe(directory.resolve(".space-probe"));
        return space;
    }

    private void probe(Path file) throws IOException {
        Files.deleteIfExists(file);
        try {
            if (allocate(file, 0, PROBE_BYTES) && Files.size(file) != PROBE_BYTES) {
                throw new IOException("fallocate does nothing in " + file.getParent());
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
        int error = onDescriptor(file, descriptor -> extend(descriptor, position, lengthBytes));
        if (error == NOT_SUPPORTED) {
            throw new IOException("the file system of " + file.getParent() + " does not support fallocate");
        }
        if (error != 0 && !isWantOfSpace(error)) {
            // A disk that fails must not pass for one that is full.
            throw new IOException("cannot reserve space in " + file + ": error " + error);
        }
        return error == 0;
    }

    private static boolean isWantOfSpace(int error) {
        return error == NO_SPACE || error == NO_QUOTA;
    }

    /** The error's number; 0 for none. */
    private int extend(int descriptor, long position, long lengthBytes) {
        while (posix.fallocate(descriptor, EXTEND, position, lengthBytes) != 0) {
            int error = posix.lastError();
            if (error != INTERRUPTED) {
                return error;
            }
        }
        return 0;
    }

    @Override
    public void lengthen(Path file, long lengthBytes) throws IOException {
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            if (opened.length() < lengthBytes) {
                opened.setLength(lengthBytes);
            }
        }
    }

    @Override
    public void release(Path file, long position) throws IOException {
        long lengthBytes = Files.size(file) - position;
        if (lengthBytes > 0) {
            onDescriptor(file, fd -> posix.fallocate(fd, PUNCH_HOLE_KEEP_SIZE, position, lengthBytes));
        }
    }

    @Override
    public void populate(long address, long lengthBytes) {
        try {
            posix.madvise(address, lengthBytes, POPULATE_WRITE);
        } catch (RuntimeException refused) {
            LOGGER.debug("cannot bring in {} bytes ahead", lengthBytes, refused);
        }
    }

    @Override
    public void readAround(long address, long lengthBytes, boolean wanted) {
        try {
            posix.madvise(address, lengthBytes, wanted ? ADVICE_NORMAL : ADVICE_RANDOM);
        } catch (RuntimeException refused) {
            LOGGER.debug("cannot advise on {} bytes", lengthBytes, refused);
        }
    }

    private int onDescriptor(Path file, java.util.function.IntUnaryOperator call) throws IOException {
        int descriptor = posix.open(file.toString(), READ_WRITE_CREATE, PERMISSIONS);
        if (descriptor < 0) {
            int error = posix.lastError();
            if (isWantOfSpace(error)) {
                return error; // Not even for another file.
            }
            throw new IOException("cannot open " + file + ": error " + error);
        }
        try {
            return call.applyAsInt(descriptor);
        } finally {
            posix.close(descriptor);
        }
    }
}
