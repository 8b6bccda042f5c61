// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

/**
 * The shape of a run, drawn from its seed.
 *
 * @param brokers brokers, 3 to 5
 * @param topics topics
 * @param partitions partitions of each
 * @param minIsr minimum of in-sync replicas at the start
 * @param flushed whether the last topic is {@code durability=flushed}
 * @param unclean whether the first topic allows unclean elections
 * @param lagMaxMs time after which a follower is out of sync
 * @param leaseMs how long a broker may be silent
 * @param segmentBytes size of a segment
 * @param retentionMs time to keep, -1 for ever
 * @param retentionBytes bytes to keep, -1 for all
 * @param faultsMs length of the phase of faults
 * @param faults how many things go wrong
 * @param requestCapacity requests that may wait at a broker
 * @param forgets whether a disk forgets without telling: from then on only that no loss stays unnoticed is asked for
 * @param waits whether the healed cluster is watched until the files of removed replicas are deleted
 * @param swarm whether some kinds of faults are left out and others come often
 */
record SimulationConfig(
        int brokers,
        int topics,
        int partitions,
        int minIsr,
        boolean flushed,
        boolean unclean,
        long lagMaxMs,
        int leaseMs,
        long segmentBytes,
        long retentionMs,
        long retentionBytes,
        long faultsMs,
        int faults,
        int requestCapacity,
        boolean forgets,
        boolean waits,
        boolean swarm) {

    /** The common schedule. */
    static SimulationConfig of(long seed, boolean swarm) {
        Prng prng = new Prng(seed).fork("config");
        int brokers = prng.chance(0.6) ? 3 : (int) prng.between(3, 5);
        boolean trims = prng.chance(0.2);
        return new SimulationConfig(
                brokers,
                (int) prng.between(1, 2),
                (int) prng.between(1, 2),
                prng.chance(0.8) ? 2 : (int) prng.between(1, 3),
                prng.chance(0.3),
                prng.chance(0.15),
                prng.between(600, 2_500),
                (int) (prng.chance(0.7) ? prng.between(450, 900) : prng.between(900, 2_000)),
                prng.between(1_000, 20_000),
                -1,
                trims ? 2_000 : -1,
                swarm ? prng.between(5_000, 60_000) : prng.between(10_000, 30_000),
                swarm ? (int) prng.between(5, 120) : (int) prng.between(16, 90),
                prng.chance(0.2) ? (int) prng.between(3, 8) : 64,
                prng.chance(0.04),
                prng.chance(0.1),
                swarm);
    }
}
