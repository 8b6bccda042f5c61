// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

/** Where a consumer starts when it has no position, or one that its partition's log no longer holds. */
public enum OffsetReset {
    /** At the log start. */
    EARLIEST,
    /** At the high watermark. */
    LATEST,
    /** Nowhere: the application is told. */
    NONE
}
