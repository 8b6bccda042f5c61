// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Where a log lives and what it may use.
 *
 * @param topic topic name
 * @param parts what it shares with the other logs of its store
 */
record LogPlace(LogIdentity identity, String topic, SegmentFiles files, StoreParts parts) {
    String name() {
        return topic + "-" + identity.partition();
    }

    SpaceSource space() {
        return parts.space();
    }

    Executor background() {
        return parts.background();
    }

    LongSupplier clockMs() {
        return parts.clockMs();
    }
}
