// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/** Takes the effects of one input, in order. */
@FunctionalInterface
public interface Effects {
    /** Adds an effect after those emitted before. */
    void emit(Effect effect);
}
