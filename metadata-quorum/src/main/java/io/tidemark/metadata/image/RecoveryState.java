// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

/** Whether a partition recovers from an unclean election (KIP-704). */
public enum RecoveryState {
    /** Normal. */
    RECOVERED,
    /** The leader was elected uncleanly and has not confirmed its log yet. */
    RECOVERING
}
