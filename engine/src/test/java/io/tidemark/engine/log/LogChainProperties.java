// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log;

import io.tidemark.engine.log.LogChain.Step;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomGenerator;

/** What each kind of log is asked with {@link LogChain}. */
public abstract class LogChainProperties {
    private static final int MORE = Integer.getInteger("log.chains", 0);
    private static final int STEPS_MAX = 40;

    /** Runs one history; the property of each kind of log, which shrinks what fails. */
    protected abstract void behavesLikeTheModel(List<Step> steps) throws IOException;

    /**
     * {@code -Dlog.chains=10000} for that many more, which {@code -Dlog.seed} repeats; the property shrinks what fails here when
     * it is put there.
     */
    @Example
    public void behavesLikeTheModelForAsLongAsAsked() {
        long seed = Long.getLong("log.seed", System.nanoTime());
        Random random = new Random(seed);
        RandomGenerator<List<Step>> histories = histories().generator(1000);
        for (int i = 0; i < MORE; i++) {
            List<Step> steps = histories.next(random).value();
            try {
                behavesLikeTheModel(steps);
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("history " + i + " of seed " + seed + ": " + steps, e);
            }
        }
        if (MORE > 0) {
            System.out.println(
                    MORE + " histories of seed " + seed + " in " + getClass().getSimpleName());
        }
    }

    @Provide
    public Arbitrary<List<Step>> histories() {
        return LogChain.histories(STEPS_MAX);
    }
}
