// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the first seed that a mutant does not survive. The simulation runs in the mutant's class loader, so it is reached
 * by name: {@code SeedCheck}, a function from a seed to what it broke, null for nothing.
 */
public final class MutantHunt {
    private static final String CHECK = "io.tidemark.chaos.simulation.SeedCheck";

    private final Mutant mutant;
    private final LongFunction<@Nullable String> check;

    /**
     * What came of a hunt.
     *
     * @param seeds how many seeds were needed, or tried in vain
     * @param killedBy what was broken; null when the mutant survived
     */
    public record Result(
            Mutant mutant, long seeds, @Nullable String killedBy) {}

    /** Loads everything anew for the mutant. */
    public MutantHunt(Mutant mutant) {
        this.mutant = mutant;
        this.check = load(new MutantClassLoader(mutant));
    }

    // The class implements the interface, which comes from the platform in both loaders.
    @SuppressWarnings("unchecked")
    static LongFunction<@Nullable String> load(ClassLoader loader) {
        try {
            return Class.forName(CHECK, true, loader)
                    .asSubclass(LongFunction.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("the simulation cannot be loaded for a mutant", broken);
        }
    }

    /** Runs seeds of the common schedule from the first on until one breaks. */
    public Result run(long first, long count) {
        for (long seed = first; seed < first + count; seed++) {
            String broken = check.apply(seed);
            if (broken != null) {
                return new Result(mutant, seed - first + 1, broken);
            }
        }
        return new Result(mutant, count, null);
    }

    /** Runs these seeds until one breaks; gives the seed itself where {@link #run} counts. */
    Result among(List<Long> seeds) {
        for (long seed : seeds) {
            String broken = check.apply(seed);
            if (broken != null) {
                return new Result(mutant, seed, broken);
            }
        }
        return new Result(mutant, seeds.size(), null);
    }

    /** Runs one seed; what it broke, or null. */
    public @Nullable String seed(long seed) {
        return check.apply(seed);
    }
}
