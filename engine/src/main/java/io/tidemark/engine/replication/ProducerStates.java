// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.nio.ByteBuffer;

/** Per producer id its epoch and last five batches (KIP-98, KIP-360). A plain value owned by one thread. */
public final class ProducerStates {
    /** No producers. */
    public ProducerStates() {}

    /** Takes a batch that is in the log; no validation. Batches without a producer id are ignored. */
    public void replay(ByteBuffer batch) {}
}
