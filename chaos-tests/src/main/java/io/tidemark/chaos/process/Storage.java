// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import java.util.List;

/** What a node's data directory lies on. */
public enum Storage {
    /** The file system that is there. */
    PLAIN,
    /** A small file system in memory that can be filled up; needs root. */
    MEMORY,
    /** A file system of its own on an image file, whose unwritten part a power cut loses; needs root. */
    IMAGE;

    /** Whether this machine can do it: being root is not enough where mounts or loop devices are not to be had. */
    public boolean isPossible() {
        return switch (this) {
            case PLAIN -> true;
            case MEMORY -> Shell.isRoot() && Shell.succeeds(List.of("unshare", "-m", "true"));
            case IMAGE ->
                MEMORY.isPossible()
                        && Shell.succeeds(List.of("mkfs.ext4", "-V"))
                        && Shell.succeeds(List.of("losetup", "-f"));
        };
    }
}
