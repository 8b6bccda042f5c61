// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Runs one seed of the common schedule and names the invariant that it breaks; null for none. */
public final class SeedCheck implements LongFunction<@Nullable String> {
    /** Stateless. */
    public SeedCheck() {}

    @Override
    public @Nullable String apply(long seed) {
        Violation violation = Simulation.run(seed, false, false).violation();
        return violation == null ? null : violation.invariant();
    }
}
