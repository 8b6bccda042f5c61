// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Proof that the simulator can see: with a guard switched off it breaks an invariant. The build runs, for each mutant, the
 * seed of the common schedule that is known to kill it, and the first few when that one has moved; {@link MutationMain} hunts
 * through 2,000 for each. Mutants that no seed was seen to kill have no line in the file and are not run here.
 */
class MutationSuiteTest {
    private static final Path SEEDS = Path.of("src", "test", "resources", "mutation", "killing-seeds.txt");
    private static final long MOVED_SEEDS = 40;

    static Stream<Map.Entry<String, Long>> known() throws IOException {
        Map<String, Long> seeds = new TreeMap<>();
        for (String line : Files.readAllLines(SEEDS)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] fields = line.split(" ", -1);
                seeds.put(fields[0], Long.parseLong(fields[1]));
            }
        }
        return seeds.entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("known")
    void aGuardThatIsSwitchedOffIsMissed(Map.Entry<String, Long> known) {
        Mutant mutant = Objects.requireNonNull(Mutants.named(known.getKey()), known.getKey());
        MutantHunt hunt = new MutantHunt(mutant);

        String broken = hunt.seed(known.getValue());
        if (broken == null) {
            broken = hunt.run(1, MOVED_SEEDS).killedBy();
        }

        assertThat(broken).as("what %s breaks", mutant.name()).isNotNull();
    }
}
