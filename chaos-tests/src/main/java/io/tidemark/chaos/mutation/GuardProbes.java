// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures in which seeds of the common schedule a guard that is a question decides otherwise than its mutant would. In all
 * others the mutant is sound code: it cannot be seen there, and need not be hunted there.
 */
final class GuardProbes {
    private final List<Site> guards = new ArrayList<>();
    private final SortedMap<Integer, List<Long>> seedsByGuard = new TreeMap<>();
    private final MutantClassLoader loader;
    private final LongFunction<@Nullable String> check;

    GuardProbes() {
        List<Site> probes = new ArrayList<>();
        for (Mutant mutant : Mutants.all()) {
            for (Site site : mutant.sites()) {
                if (site.change() instanceof Change.Returns returns
                        && returns.constant() instanceof Boolean constant
                        && !guards.contains(site)) {
                    probes.add(new Site(site.className(), site.method(), new Change.Noted(guards.size(), constant)));
                    guards.add(site);
                }
            }
        }
        loader = new MutantClassLoader(new Mutant("probes", "none", List.copyOf(probes)));
        check = MutantHunt.load(loader);
    }

    /** Runs seeds of sound code and tells what they break: nothing, one should think. */
    void run(long first, long count, Consumer<String> out) {
        long[] before = counts();
        for (long seed = first; seed < first + count; seed++) {
            String broken = check.apply(seed);
            if (broken != null) {
                out.accept("seed " + seed + " of sound code breaks " + broken);
            }
            long[] after = counts();
            for (int number = 0; number < guards.size(); number++) {
                if (after[number] > before[number]) {
                    seedsByGuard
                            .computeIfAbsent(number, unused -> new ArrayList<>())
                            .add(seed);
                }
            }
            before = after;
        }
        for (int number = 0; number < guards.size(); number++) {
            Site guard = guards.get(number);
            List<Long> seeds = seedsByGuard.getOrDefault(number, List.of());
            out.accept(guard.className().replaceAll(".*\\.", "") + "#" + guard.method() + " matters in " + seeds.size()
                    + " seeds: " + seeds.subList(0, Math.min(seeds.size(), 60)));
        }
    }

    /** Those of the probes' own loader, not of this class. */
    private long[] counts() {
        try {
            return (long[]) Class.forName(Reached.class.getName(), true, loader)
                    .getMethod("counts")
                    .invoke(null);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("the probes cannot be read", broken);
        }
    }
}
