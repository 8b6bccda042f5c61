// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

/**
 * One direction between two parties.
 *
 * @param from node id of the sender; {@link #CLIENTS} for everything that is no node
 * @param to node id of the receiver; {@link #CLIENTS} for everything that is no node
 * @param lane which connections
 */
public record Link(int from, int to, Lane lane) {
    /** Stands for all clients, which live in the harness. */
    public static final int CLIENTS = 0;

    /** Which connections between two parties. */
    public enum Lane {
        /** Those of the gRPC listener: clients, replication, heartbeats. */
        BROKER,
        /** Of {@link #BROKER} what the sender's listener answers: the sender's own calls are not among it. */
        BROKER_ANSWERS,
        /** Those of the metadata quorum. */
        QUORUM,
        /** All of these. */
        ALL;

        /** Whether all that goes over another lane goes over this one. */
        public boolean covers(Lane other) {
            return this == ALL || this == other || (this == BROKER && other == BROKER_ANSWERS);
        }

        /** The lane of answers to calls of this one. */
        Lane answers() {
            return this == BROKER ? BROKER_ANSWERS : this;
        }
    }
}
