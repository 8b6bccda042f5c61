// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Hunts mutants and prints the table: {@code [--seeds N] [NAME-PREFIX ...]}. Ends with 1 when one survived. */
public final class MutationMain {
    private static final long SEEDS = 2_000;

    private MutationMain() {}

    /** Runs. */
    public static void main(String[] args) {
        boolean limited = args.length >= 2 && args[0].equals("--seeds");
        long seeds = limited ? Long.parseLong(args[1]) : SEEDS;
        List<String> prefixes = Arrays.asList(args).subList(limited ? 2 : 0, args.length);
        int survivors = 0;
        for (Mutant mutant : Mutants.all()) {
            if (!prefixes.isEmpty() && prefixes.stream().noneMatch(mutant.name()::startsWith)) {
                continue;
            }
            MutantHunt.Result result = new MutantHunt(mutant).run(1, seeds);
            survivors += result.killedBy() == null ? 1 : 0;
            System.out.println(String.format(
                    Locale.ROOT,
                    "%-45s %-4s %6d seeds  %s",
                    mutant.name(),
                    mutant.guard(),
                    result.seeds(),
                    result.killedBy() == null ? "SURVIVED" : result.killedBy()));
        }
        System.exit(survivors == 0 ? 0 : 1);
    }
}
