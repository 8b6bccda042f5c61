// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

/** What a node's data directory lies on. */
public enum Storage {
    /** The file system that is there. */
    PLAIN,
    /** A small file system in memory that can be filled up; needs root. */
    MEMORY,
    /** A file system of its own on an image file, whose unwritten part a power cut loses; needs root. */
    IMAGE
}
