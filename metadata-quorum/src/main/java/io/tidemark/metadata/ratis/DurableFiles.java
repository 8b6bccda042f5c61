// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Small files that are on disk, name and content, when the method returns. */
final class DurableFiles {
    private DurableFiles() {}

    /** Writes a whole file under a temporary name, forces it, and renames it into place. */
    static void replace(Path target, byte[] content) throws IOException {
        Path temporary = target.resolveSibling(target.getFileName() + ".tmp");
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceParent(target);
    }

    /** Deletes a file if it is there. */
    static void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            forceParent(file);
        }
    }

    /** Forces the names in a directory. */
    static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void forceParent(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            forceDirectory(parent);
        }
    }
}
