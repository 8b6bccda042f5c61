// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client;

/** What is known of the records of a failed write. */
public enum Outcome {
    /** They are in no log and never will be by this attempt. */
    NOT_WRITTEN,
    /** They may be in the log. */
    UNKNOWN,
    /** They are in the log. */
    WRITTEN
}
