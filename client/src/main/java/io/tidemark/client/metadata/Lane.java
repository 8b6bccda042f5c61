// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

/** What a connection carries. Each lane has its own, so that bulk reads never delay acknowledgements. */
public enum Lane {
    /** Writes and their acknowledgements. */
    PRODUCE,
    /** Reads. */
    FETCH,
    /** Everything else: metadata, administration, producer ids. */
    CONTROL
}
