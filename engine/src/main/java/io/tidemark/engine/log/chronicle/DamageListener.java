// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogStore.StoredLog;

/** Told of damage that the scrubber finds, on its thread. */
@FunctionalInterface
public interface DamageListener {
    /**
     * A log holds less than it should. It stays open; its next open finds the damage, keeps what lies below it, and says so.
     *
     * @param detail one line about the damage
     */
    void onDamage(StoredLog log, String detail);
}
