// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

/** How a partition gets a leader when no eligible leader replica is left (KIP-966). Each way is recorded as unclean. */
public enum UncleanRecoveryStrategy {
    /** The longest log, once every last known eligible leader replica has reported its own. */
    BALANCED,
    /** The longest log of those that report within a short time. */
    PROACTIVE,
    /** None until the operator elects one. */
    MANUAL
}
