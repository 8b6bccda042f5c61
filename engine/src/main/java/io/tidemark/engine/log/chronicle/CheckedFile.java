// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Small files that are replaced as a whole, with a CRC-32C at the end. */
final class CheckedFile {
    private CheckedFile() {}

    /** Writes and forces a new file, then renames it over the old one and forces the name. */
    static void save(Path path, ByteBuffer content) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        ByteBuffer checksum =
                ByteBuffer.allocate(Integer.BYTES).putInt(checksum(content)).flip();
        try (FileChannel channel = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer[] parts = {content.duplicate(), checksum};
            while (parts[1].hasRemaining()) {
                channel.write(parts);
            }
            channel.force(true);
        }
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Path parent = path.getParent();
        if (parent != null) {
            SegmentFiles.forceDirectory(parent);
        }
    }

    /** The content; null when the file is not whole. */
    static @Nullable ByteBuffer load(Path path) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path));
        int contentBytes = all.capacity() - Integer.BYTES;
        if (contentBytes < Integer.BYTES) {
            return null;
        }
        ByteBuffer content = all.slice(0, contentBytes);
        return all.getInt(contentBytes) == checksum(content) ? content : null;
    }

    private static int checksum(ByteBuffer content) {
        CRC32C crc = new CRC32C();
        crc.update(content.duplicate());
        return (int) crc.getValue();
    }
}
