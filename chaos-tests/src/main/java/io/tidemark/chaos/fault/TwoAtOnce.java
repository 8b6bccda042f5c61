// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Two faults at once, of which three nodes survive both: any pair of a list that suits. The second strikes once the first is
 * seen to take effect, and both are healed together.
 */
final class TwoAtOnce implements Nemesis {
    private static final Duration PROOF_LIMIT = Duration.ofSeconds(5);
    private static final long PAUSE_NANOS = 200_000_000L;

    private final List<Pair> pairs;

    /**
     * Faults that may overlap.
     *
     * @param first one that lasts until it is healed
     * @param second one that leaves a majority beside the first
     */
    record Pair(Nemesis first, Nemesis second) {
        boolean suits(Battlefield field) {
            return first.suits(field) && second.suits(field);
        }
    }

    TwoAtOnce(List<Pair> pairs) {
        this.pairs = List.copyOf(pairs);
    }

    @Override
    public String name() {
        return "two-at-once";
    }

    @Override
    public boolean suits(Battlefield field) {
        return pairs.stream().anyMatch(pair -> pair.suits(field));
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        List<Pair> suiting = pairs.stream().filter(pair -> pair.suits(field)).toList();
        Pair pair = suiting.get(field.random().nextInt(suiting.size()));
        Injury first = pair.first().strike(field);
        try {
            // Looked at now: the second may kill whom the first was done to.
            String evidence = proof(first);
            return new Both(
                    pair.first().name(),
                    first,
                    evidence,
                    pair.second().name(),
                    pair.second().strike(field));
        } catch (IOException | RuntimeException e) {
            try {
                first.heal();
            } catch (IOException | RuntimeException healing) {
                e.addSuppressed(healing);
            }
            throw e;
        }
    }

    private static String proof(Injury injury) throws IOException {
        long deadlineNanos = System.nanoTime() + PROOF_LIMIT.toNanos();
        String evidence = injury.evidence();
        while (evidence.isEmpty() && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(PAUSE_NANOS);
            evidence = injury.evidence();
        }
        return evidence;
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(4);
    }

    /**
     * Both injuries.
     *
     * @param firstEvidence what showed the first before the second was done
     */
    record Both(String firstName, Injury first, String firstEvidence, String secondName, Injury second)
            implements Injury {
        @Override
        public String targets() {
            return firstName + " (" + first.targets() + ") and " + secondName + " (" + second.targets() + ")";
        }

        @Override
        public String evidence() throws IOException {
            String secondEvidence = second.evidence();
            return firstEvidence.isEmpty() || secondEvidence.isEmpty() ? "" : firstEvidence + "; " + secondEvidence;
        }

        @Override
        public void heal() throws IOException {
            try {
                second.heal();
            } finally {
                first.heal();
            }
        }

        @Override
        public int lostDisks() {
            return first.lostDisks() + second.lostDisks();
        }
    }
}
