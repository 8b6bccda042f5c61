// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells which node a loopback connection comes from: who owns its socket, by what the kernel tells of processes. */
final class ConnectionOwner {
    private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp6"), Path.of("/proc/net/tcp"));
    private static final int LOCAL_ADDRESS = 1;
    private static final int INODE = 9;

    private ConnectionOwner() {}

    /** Node whose process holds the connection's near end; {@link Link#CLIENTS} when none does. */
    static int of(int localPort, int remotePort, Map<Integer, Long> pids) throws IOException {
        Optional<String> inode = inode(localPort, remotePort);
        if (inode.isPresent()) {
            for (Map.Entry<Integer, Long> node : pids.entrySet()) {
                if (holds(node.getValue(), "socket:[" + inode.get() + "]")) {
                    return node.getKey();
                }
            }
        }
        return Link.CLIENTS;
    }

    private static Optional<String> inode(int localPort, int remotePort) throws IOException {
        String local = ":" + hex(localPort);
        String remote = ":" + hex(remotePort);
        for (Path table : TABLES) {
            try (Stream<String> lines = Files.lines(table)) {
                Optional<String> found = lines.map(line -> line.strip().split("\\s+"))
                        .filter(words -> words.length > INODE
                                && words[LOCAL_ADDRESS].endsWith(local)
                                && words[LOCAL_ADDRESS + 1].endsWith(remote))
                        .map(words -> words[INODE])
                        .findFirst();
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static String hex(int port) {
        return String.format(Locale.ROOT, "%04X", port);
    }

    private static boolean holds(long pid, String socket) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc", String.valueOf(pid), "fd"))) {
            for (Path file : files) {
                if (isLinkTo(file, socket)) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            return false; // The process has ended.
        }
    }

    private static boolean isLinkTo(Path file, String socket) throws IOException {
        try {
            return Files.readSymbolicLink(file).toString().equals(socket);
        } catch (NoSuchFileException e) {
            return false; // Closed meanwhile.
        }
    }
}
