// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;

/** What is done to a file that nobody has open. Each says what it did. */
enum FileDamage {
    /** One bit of what was written is another. */
    BIT_FLIP {
        @Override
        void change(RandomAccessFile file, Random random) throws IOException {
            long writtenBytes = writtenBytes(file);
            long position = notZero(file, writtenBytes, random);
            file.seek(position);
            int before = file.read();
            file.seek(position);
            file.write(before ^ (1 << random.nextInt(8)));
        }
    },
    /** The last quarter of what was written is gone. */
    TRUNCATION {
        @Override
        void change(RandomAccessFile file, Random random) throws IOException {
            file.setLength(writtenBytes(file) * 3 / 4);
        }
    };

    private static final int TRIES = 1_000;

    abstract void change(RandomAccessFile file, Random random) throws IOException;

    /** Does it; what shows that the file's bytes are others, empty when they are not. */
    String done(Path path, Random random) throws IOException {
        String before = sum(path);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            change(file, random);
        }
        String after = sum(path);
        return before.equals(after)
                ? ""
                : this + " of " + path.subpath(path.getNameCount() - 2, path.getNameCount()) + ": " + before + ", now "
                        + after;
    }

    private static String sum(Path path) throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(Files.readAllBytes(path));
        return Files.size(path) + " bytes with checksum " + Long.toHexString(crc.getValue());
    }

    /** Somewhere in the middle half: zeros may be padding, and the first bytes are the file format's own. */
    private static long notZero(RandomAccessFile file, long writtenBytes, Random random) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            long position = writtenBytes / 4 + (long) (random.nextDouble() * writtenBytes / 2);
            file.seek(position);
            if (file.read() > 0) {
                return position;
            }
        }
        // Its middle is empty: what was written last is not.
        return writtenBytes - 1;
    }

    /** Position after the last byte that is not zero. */
    private static long writtenBytes(RandomAccessFile file) throws IOException {
        byte[] block = new byte[1 << 16];
        long end = 0;
        file.seek(0);
        long at = 0;
        for (int count = file.read(block); count > 0; count = file.read(block)) {
            for (int i = count - 1; i >= 0; i--) {
                if (block[i] != 0) {
                    end = at + i + 1;
                    break;
                }
            }
            at += count;
        }
        return end;
    }
}
