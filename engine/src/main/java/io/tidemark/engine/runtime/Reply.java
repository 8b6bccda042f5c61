// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

/**
 * Takes the outcome of one request, exactly once. Called on a shard's thread, or on a reader's: it must not block and must
 * not throw.
 */
public interface Reply {
    /** The request was not carried out, or its outcome is not known. */
    void rejected(Rejection rejection);
}
