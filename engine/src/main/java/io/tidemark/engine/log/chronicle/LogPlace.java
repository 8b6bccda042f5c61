// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Where a log lives and what it may use.
 *
 * @param topic topic name
 * @param space where disk blocks come from
 * @param background runs slow work that nobody waits for
 * @param clockMs wall clock, milliseconds since 1970-01-01 UTC
 */
record LogPlace(
        LogIdentity identity,
        String topic,
        SegmentFiles files,
        SpaceSource space,
        Executor background,
        LongSupplier clockMs) {
    String name() {
        return topic + "-" + identity.partition();
    }
}
