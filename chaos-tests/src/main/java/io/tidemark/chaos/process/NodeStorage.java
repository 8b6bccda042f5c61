// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The data directory of one node and what can be done to what it lies on. */
final class NodeStorage {
    private static final long MEMORY_MIB = 384;
    private static final long IMAGE_BYTES = 1L << 30;
    private static final int FILL_BYTES = 1 << 16;
    private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";

    private final NodePlan node;
    private final Storage kind;

    NodeStorage(NodePlan node, Storage kind) {
        this.node = node;
        this.kind = kind;
    }

    void create() throws IOException {
        Files.createDirectories(data());
        Remains.own(node.directory());
        switch (kind) {
            case PLAIN -> {}
            case MEMORY ->
                Shell.run("mount", "-t", "tmpfs", "-o", "size=" + MEMORY_MIB + "m", "tmpfs", data().toString());
            case IMAGE -> {
                try (RandomAccessFile file = new RandomAccessFile(image().toFile(), "rw")) {
                    file.setLength(IMAGE_BYTES);
                }
                Shell.run("mkfs.ext4", "-q", "-m", "0", image().toString());
                mount();
                newBoot();
            }
        }
    }

    private Path data() {
        return node.dataDirectory();
    }

    private Path image() {
        return node.directory().resolve("disk.img");
    }

    private Path bootId() {
        return node.directory().resolve("boot-id");
    }

    private void mount() throws IOException {
        Shell.run("mount", "-o", "loop", image().toString(), data().toString());
    }

    private void newBoot() throws IOException {
        Files.writeString(bootId(), UUID.randomUUID() + "\n");
    }

    /** Words before a node's command that let it see this storage's kernel boot. */
    List<String> prefix() {
        return kind != Storage.IMAGE
                ? List.of()
                : List.of(
                        "unshare",
                        "-m",
                        "sh",
                        "-c",
                        "mount --bind " + bootId() + " " + BOOT_ID + " && exec \"$@\"",
                        "node");
    }

    /**
     * Loses what was not written to the image yet and takes another boot id, as a power cut does. The node must not run.
     *
     * @return bytes by which the files differ from what the node last saw
     */
    String cutPower() throws IOException {
        if (kind != Storage.IMAGE) {
            throw new IllegalStateException("no image to cut the power of");
        }
        Path left = node.directory().resolve("disk-after-power-cut.img");
        String before = digest();
        Shell.run("cp", "--sparse=always", image().toString(), left.toString());
        Shell.run("umount", data().toString());
        Files.move(left, image(), StandardCopyOption.REPLACE_EXISTING);
        mount();
        newBoot();
        String after = digest();
        return before.equals(after) ? "" : "files changed: " + before.strip() + " then " + after.strip();
    }

    /** A digest of names and contents of all files. */
    private String digest() throws IOException {
        return Shell.run(
                "sh", "-c", "cd " + data() + " && find . -type f -print0 | sort -z | xargs -0 md5sum | md5sum");
    }

    /** Deletes all that it holds. */
    void empty() throws IOException {
        try (Stream<Path> files = Files.walk(data())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(data())) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Writes a file that takes all space; returns its size in bytes. */
    long fill() throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(FILL_BYTES);
        try (FileChannel file = FileChannel.open(ballast(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (usableBytes() > 0) {
                zeros.clear();
                file.write(zeros);
            }
        } catch (IOException e) {
            // The node writes too: the last block need not fit, and then all space is taken.
            if (usableBytes() > FILL_BYTES) {
                throw e;
            }
        }
        return Files.size(ballast());
    }

    void drain() throws IOException {
        Files.deleteIfExists(ballast());
    }

    long usableBytes() throws IOException {
        return Files.getFileStore(data()).getUsableSpace();
    }

    private Path ballast() {
        return data().resolve("ballast");
    }

    /** Puts a copy of the files where the file system was, so that they outlive it. The node must not run. */
    void removeButKeepFiles() throws IOException {
        Path copy = node.directory().resolve("data-kept");
        try {
            if (kind != Storage.PLAIN) {
                Shell.run("cp", "-a", "--sparse=always", data().toString(), copy.toString());
            }
        } finally {
            remove();
        }
        if (kind != Storage.PLAIN) {
            Files.move(copy, data(), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    void remove() {
        if (kind != Storage.PLAIN) {
            Shell.succeeds(List.of("umount", "-l", data().toString()));
        }
    }
}
