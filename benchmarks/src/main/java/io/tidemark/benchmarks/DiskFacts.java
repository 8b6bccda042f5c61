// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What of the disk and the memory below a directory bears on the costs of an append, as far as it can be read. */
final class DiskFacts {
    private static final String UNKNOWN = "unknown";
    private static final Path REPORTING = Path.of("/sys/module/page_reporting/parameters/page_reporting_order");
    private static final Path VIRTIO = Path.of("/sys/bus/virtio/devices");
    private static final String BALLOON = "0x0005";
    /** VIRTIO_BALLOON_F_REPORTING. */
    private static final int REPORTING_BIT = 5;

    private DiskFacts() {}

    static Map<String, String> of(Path directory) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("file system", Files.getFileStore(directory).type());
        String device = device(directory);
        facts.put("mounted with", device.isEmpty() ? UNKNOWN : mountOptions(Path.of("/proc/self/mountinfo"), device));
        facts.put("read_ahead_kb", device.isEmpty() ? UNKNOWN : readAhead(Path.of("/sys/dev/block", device)));
        facts.put("free page reporting", reporting());
        return facts;
    }

    /** As {@code major:minor}; empty where the platform does not tell. */
    private static String device(Path directory) throws IOException {
        if (!directory.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return "";
        }
        long number = (Long) Files.getAttribute(directory, "unix:dev");
        long major = (number >> 8) & 0xfff;
        long minor = (number & 0xff) | ((number >> 12) & 0xfff00);
        return major + ":" + minor;
    }

    /** Of the device, in the kernel's own list of mounts. */
    static String mountOptions(Path mounts, String device) throws IOException {
        if (!Files.isReadable(mounts)) {
            return UNKNOWN;
        }
        for (String line : Files.readAllLines(mounts)) {
            List<String> words = List.of(line.split(" "));
            if (words.get(2).equals(device)) {
                return words.get(words.size() - 1);
            }
        }
        return UNKNOWN;
    }

    private static String readAhead(Path device) throws IOException {
        // A partition has none of its own.
        for (String queue : List.of("queue", "../queue")) {
            Path file = device.resolve(queue).resolve("read_ahead_kb");
            if (Files.isReadable(file)) {
                return Files.readString(file).strip();
            }
        }
        return UNKNOWN;
    }

    private static String reporting() throws IOException {
        if (!Files.isDirectory(VIRTIO)) {
            return UNKNOWN;
        }
        try (Stream<Path> devices = Files.list(VIRTIO)) {
            for (Path device : (Iterable<Path>) devices::iterator) {
                if (Files.readString(device.resolve("device")).strip().equals(BALLOON)) {
                    boolean on = Files.readString(device.resolve("features")).charAt(REPORTING_BIT) == '1';
                    return on ? "on" + order() : "off";
                }
            }
        }
        return "no balloon device";
    }

    private static String order() throws IOException {
        return Files.isReadable(REPORTING)
                ? ", for free blocks of order " + Files.readString(REPORTING).strip() + " on"
                : "";
    }
}
