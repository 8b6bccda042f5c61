// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes care that nothing stays behind of a harness that was itself killed and had no chance to clear up. */
final class Remains {
    private static final Pattern NAMESPACE = Pattern.compile("(tm(\\d+))(r|n\\d+).*");
    private static final Pattern LINK = Pattern.compile("\\d+: (tm(\\d+))@.*");
    private static final String OWNER = "harness-pid";

    private Remains() {}

    /** Words before a node's command that let the kernel end the node, even a frozen one, when the harness dies. */
    static List<String> endsWithHarness() {
        return Shell.succeeds(List.of("setpriv", "--version"))
                ? List.of("setpriv", "--pdeathsig", "KILL", "--")
                : List.of();
    }

    /** Marks a folder with a mount below it as this process's. */
    static void own(Path folder) throws IOException {
        Files.writeString(
                folder.resolve(OWNER), String.valueOf(ProcessHandle.current().pid()));
    }

    /** Removes mounts and namespaces of harnesses that do not live any more. */
    static void sweep() throws IOException {
        if (!Shell.isRoot()) {
            return;
        }
        sweepMounts();
        if (NamespaceNetwork.isPossible()) {
            for (String line : Shell.run("ip", "netns", "list").lines().toList()) {
                Matcher found = NAMESPACE.matcher(line.strip());
                if (found.matches() && isDead(found.group(2))) {
                    Shell.succeeds(List.of("ip", "netns", "del", found.group(1) + found.group(3)));
                }
            }
            for (String line : Shell.run("ip", "-o", "link").lines().toList()) {
                Matcher found = LINK.matcher(line);
                if (found.matches() && isDead(found.group(2))) {
                    Shell.succeeds(List.of("ip", "link", "del", found.group(1)));
                }
            }
        }
    }

    private static void sweepMounts() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/mounts"))) {
            Path mounted = Path.of(line.split(" ", -1)[1].replace("\\040", " "));
            Path folder = mounted.getParent();
            Path owner = folder == null ? null : folder.resolve(OWNER);
            if (mounted.endsWith("data") && owner != null && Files.exists(owner) && isDead(Files.readString(owner))) {
                Shell.succeeds(List.of("umount", "-l", mounted.toString()));
            }
        }
    }

    private static boolean isDead(String pid) {
        return ProcessHandle.of(Long.parseLong(pid.strip())).isEmpty();
    }
}
