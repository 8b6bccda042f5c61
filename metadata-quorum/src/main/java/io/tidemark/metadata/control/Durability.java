// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

/** When a record counts as held by a replica. */
public enum Durability {
    /** When it is appended; it survives the end of the process, not a power cut of all its replicas. */
    REPLICATED,
    /** When it is flushed to the disk. */
    FLUSHED
}
