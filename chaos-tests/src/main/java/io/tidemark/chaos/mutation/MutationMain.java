// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Hunts every mutant: {@code [--seeds N] [--only SEED,SEED...] [NAME-PREFIX ...]}. Exits 0 when all are killed, 1 when one
 * survives. With {@code --reached} runs sound code instead and says in which seeds each guard matters.
 */
public final class MutationMain {
    private static final long SEEDS = 2_000;

    private MutationMain() {}

    /** Runs. */
    public static void main(String[] args) {
        List<String> left = new ArrayList<>(Arrays.asList(args));
        String limit = option(left, "--seeds");
        String only = option(left, "--only");
        long seeds = limit == null ? SEEDS : Long.parseLong(limit);
        if (left.remove("--reached")) {
            new GuardProbes().run(1, seeds, System.out::println);
            System.exit(0);
        }
        int survivors = 0;
        for (Mutant mutant : Mutants.all()) {
            if (!left.isEmpty() && left.stream().noneMatch(mutant.name()::startsWith)) {
                continue;
            }
            MutantHunt hunt = new MutantHunt(mutant);
            MutantHunt.Result result = only == null ? hunt.run(1, seeds) : hunt.among(seeds(only));
            survivors += result.killedBy() == null ? 1 : 0;
            System.out.println(String.format(
                    Locale.ROOT,
                    "%-45s %-5s %6d %s  %s",
                    mutant.name(),
                    mutant.guard(),
                    result.seeds(),
                    only == null ? "seeds" : "seed",
                    result.killedBy() == null ? "SURVIVED" : result.killedBy()));
        }
        System.exit(survivors == 0 ? 0 : 1);
    }

    private static @Nullable String option(List<String> arguments, String name) {
        int at = arguments.indexOf(name);
        if (at < 0) {
            return null;
        }
        arguments.remove(at);
        return arguments.remove(at);
    }

    private static List<Long> seeds(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(seed -> Long.parseLong(seed.trim()))
                .toList();
    }
}
