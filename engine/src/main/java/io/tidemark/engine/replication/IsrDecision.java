// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/**
 * What became of an ISR proposal. The new state itself is taken only from the metadata image (guard G28).
 *
 * @param proposalId id of the proposal
 * @param outcome what became of it
 */
public record IsrDecision(long proposalId, Outcome outcome) {
    /** Outcomes of a proposal. */
    public enum Outcome {
        /** Accepted; the image will say so. */
        ACCEPTED,
        /** Refused because a member is not eligible; nothing changed. */
        REFUSED,
        /** Not known: lost, timed out, or no controller; it may still be carried out. */
        UNKNOWN,
        /** This leader's view is old (epoch, version, topic); wait for the image. */
        OUTDATED
    }
}
