// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What goes wrong in a run, in order of time: plain data, so that a failing one can be cut down and kept. */
record FaultPlan(List<Fault> faults) {
    private static final Fault.Kind[] KINDS = Fault.Kind.values();

    /** What a fault strikes. */
    private enum Plane {
        CONTROL,
        NETWORK,
        DISK,
        PROCESS,
        OPERATOR
    }

    /** Drawn from a seed. */
    static FaultPlan of(long seed, SimulationConfig config) {
        Prng prng = new Prng(seed).fork("faults");
        Map<Fault.Kind, Integer> weights = weights(config, prng);
        int total = 0;
        for (int weight : weights.values()) {
            total += weight;
        }
        List<Fault> faults = new ArrayList<>();
        while (faults.size() < config.faults()) {
            long atMs = prng.between(1_500, config.faultsMs());
            // Much of what is interesting needs a second blow soon after the first.
            int blows = prng.chance(0.5) ? 2 + prng.below(4) : 1;
            int victim = prng.below(config.brokers());
            Fault.Kind kind = pick(prng, weights, total);
            for (int i = 0; i < blows; i++) {
                // What broke once breaks again there, and other troubles come to where trouble is.
                boolean again = i > 0 && prng.chance(0.4);
                kind = i == 0 || again ? kind : next(prng, weights, total, kind);
                int broker = i == 0 || again || prng.chance(0.5) ? victim : prng.below(config.brokers());
                faults.add(draw(prng, config, kind, atMs, broker));
                // Who sees a broker in trouble takes from it what it has.
                if (isTrouble(kind) && prng.chance(0.12)) {
                    long soonMs = Math.min(atMs + prng.between(0, 2_000), config.faultsMs());
                    faults.add(draw(prng, config, Fault.Kind.EVACUATE, soonMs, broker));
                }
                atMs = Math.min(atMs + prng.between(0, prng.chance(0.4) ? 3_000 : 600), config.faultsMs());
            }
        }
        if (config.forgets()) {
            long atMs = prng.between(4_000, config.faultsMs());
            faults.add(draw(prng, config, Fault.Kind.FORGET, atMs, prng.below(config.brokers())));
        }
        faults.sort(Comparator.comparingLong(Fault::atMs));
        return new FaultPlan(List.copyOf(faults));
    }

    private static Map<Fault.Kind, Integer> weights(SimulationConfig config, Prng prng) {
        Map<Fault.Kind, Integer> weights = new EnumMap<>(Fault.Kind.class);
        for (Fault.Kind kind : KINDS) {
            int factor = !config.swarm() ? 1 : prng.chance(0.5) ? 0 : prng.below(4);
            weights.put(kind, weight(kind) * factor);
        }
        weights.merge(Fault.Kind.KILL, config.swarm() ? 1 : 0, Integer::sum);
        return weights;
    }

    private static int weight(Fault.Kind kind) {
        return switch (kind) {
            case KILL, CUT, CONTROLLER, PAUSE -> 6;
            case DISK_FULL -> 5;
            case ISOLATE, LOSS, SLOW_NETWORK, DUPLICATE, REORDER, POWER, SHUTDOWN, CUT_VOTER, CUT_CONTROL, MOVE -> 4;
            case LOSS_CONTROL, LATE_COMMANDS, STALE_IMAGE -> 8;
            case DISK_SLOW, LEAD, EVACUATE -> 3;
            case CLOCK_JUMP, PREFERRED, MIN_ISR, PAUSE_VOTER, DELETE, RECREATE -> 2;
            case KILL_ALL, POWER_ALL, DISK_FAIL, BIT_FLIP, CLOSE_FAIL, HALF_CLOSE, UNCLEAN -> 1;
            case ROT -> 2;
            case FORGE, DURABILITY -> 1;
            // Only where the run is one of those that lose more than is promised against.
            case FORGET -> 0;
        };
    }

    private static boolean isTrouble(Fault.Kind kind) {
        return switch (kind) {
            case KILL, POWER, PAUSE, ISOLATE, CUT_CONTROL, LOSS_CONTROL, STALE_IMAGE, DISK_SLOW -> true;
            default -> false;
        };
    }

    private static Fault.Kind pick(Prng prng, Map<Fault.Kind, Integer> weights, int total) {
        int left = prng.below(total);
        for (Fault.Kind kind : KINDS) {
            left -= weights.getOrDefault(kind, 0);
            if (left < 0) {
                return kind;
            }
        }
        return Fault.Kind.KILL;
    }

    /** What breaks after that: often another thing of the same plane, for what carries it is in trouble. */
    private static Fault.Kind next(Prng prng, Map<Fault.Kind, Integer> weights, int total, Fault.Kind before) {
        Fault.Kind kind = pick(prng, weights, total);
        int tries = prng.chance(0.5) ? 8 : 0;
        for (int i = 0; i < tries && plane(kind) != plane(before); i++) {
            kind = pick(prng, weights, total);
        }
        return kind;
    }

    private static Plane plane(Fault.Kind kind) {
        return switch (kind) {
            case CUT_CONTROL, LOSS_CONTROL, LATE_COMMANDS, STALE_IMAGE, CONTROLLER, CUT_VOTER, PAUSE_VOTER ->
                Plane.CONTROL;
            case CUT, ISOLATE, HALF_CLOSE, LOSS, SLOW_NETWORK, DUPLICATE, REORDER -> Plane.NETWORK;
            case DISK_FULL, DISK_FAIL, DISK_SLOW, BIT_FLIP, ROT, CLOSE_FAIL, FORGET -> Plane.DISK;
            case KILL, KILL_ALL, POWER, POWER_ALL, PAUSE, SHUTDOWN, CLOCK_JUMP -> Plane.PROCESS;
            default -> Plane.OPERATOR;
        };
    }

    private static Fault draw(Prng prng, SimulationConfig config, Fault.Kind kind, long atMs, int broker) {
        int other = prng.below(config.brokers());
        long forMs = prng.between(50, prng.chance(0.3) ? 6_000 : 2_000);
        return switch (kind) {
            case CUT_VOTER -> new Fault(atMs, kind, broker, SimNetwork.FIRST_VOTER + prng.below(3), forMs);
            case LOSS -> new Fault(atMs, kind, prng.below(60), 0, forMs);
            // Long enough for leases to end and to be had again.
            case LOSS_CONTROL -> new Fault(atMs, kind, 300 + prng.below(400), broker, prng.between(1_000, 10_000));
            case LATE_COMMANDS -> new Fault(atMs, kind, 500 + prng.below(450), 0, prng.between(1_000, 10_000));
            case STALE_IMAGE ->
                new Fault(
                        atMs,
                        kind,
                        broker,
                        100 + prng.below(prng.chance(0.5) ? 700 : 5_000),
                        prng.between(1_000, 10_000));
            // Where memory is short one long pause comes after the other.
            case PAUSE -> new Fault(atMs, kind, broker, prng.chance(0.5) ? 1 + prng.below(5) : 0, forMs);
            case DUPLICATE, REORDER -> new Fault(atMs, kind, prng.below(400), 0, forMs);
            case SLOW_NETWORK -> new Fault(atMs, kind, 5 + prng.below(400), 0, forMs);
            case CLOCK_JUMP -> new Fault(atMs, kind, broker, prng.below(200) - 100, 0);
            case CONTROLLER -> new Fault(atMs, kind, 0, prng.below(2_500), 0);
            case PAUSE_VOTER -> new Fault(atMs, kind, prng.below(3), 0, forMs);
            case MIN_ISR -> new Fault(atMs, kind, prng.below(config.topics()), 1 + prng.below(3), 0);
            case CUT_CONTROL -> new Fault(atMs, kind, broker, prng.below(3), Math.max(forMs, prng.between(300, 2_500)));
            case DISK_FULL -> new Fault(atMs, kind, broker, 0, prng.between(300, 6_000));
            case DURABILITY -> new Fault(atMs, kind, prng.below(config.topics()), prng.below(2), forMs);
            case RECREATE ->
                new Fault(atMs, kind, prng.below(config.topics()), 0, prng.chance(0.5) ? forMs / 20 : forMs);
            case DELETE, UNCLEAN, MOVE, LEAD -> new Fault(atMs, kind, prng.below(config.topics()), 0, forMs);
            default -> new Fault(atMs, kind, broker, other, forMs);
        };
    }

    List<String> lines() {
        return faults.stream().map(Fault::line).toList();
    }
}
