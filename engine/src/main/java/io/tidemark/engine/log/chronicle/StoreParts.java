// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogFold;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the logs of one store share.
 *
 * @param space where disk blocks come from, but for the reserve's
 * @param reserve blocks for a full disk
 * @param background runs slow work that nobody waits for
 * @param ahead gets disk blocks before they are needed; never waits for a force
 * @param clockMs wall clock, milliseconds since 1970-01-01 UTC
 * @param folds makes the value that is saved where a segment ends; null for none
 */
record StoreParts(
        SpaceSource space,
        SpaceReserve reserve,
        Executor background,
        Executor ahead,
        LongSupplier clockMs,
        @Nullable Supplier<LogFold> folds) {}
