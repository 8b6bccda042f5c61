// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

/** What a client was told of an operation. */
public enum Outcome {
    /** Done. */
    OK,
    /** Certainly without effect. */
    FAIL,
    /** Not known. */
    INFO
}
