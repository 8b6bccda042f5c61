// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import org.jspecify.annotations.Nullable;

/** A property that holds after every step. Each method gives what is wrong, or null. */
interface Invariant {
    /** Number and name in the specification. */
    String name();

    /** A replica took a step. */
    default @Nullable String onReplica(ReplicaStep step) {
        return null;
    }

    /** An entry of the metadata log was applied. */
    default @Nullable String onMetadata(MetadataStep step) {
        return null;
    }

    /** Everything at once; costs more, runs now and then. */
    default @Nullable String onCluster(Stage stage) {
        return null;
    }
}
