// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.seam.SeamSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Every nemesis, by name. */
public final class Nemeses {
    /** Half of a broker's lease: nobody should notice. */
    private static final Duration HALF_LEASE = Duration.ofMillis(750);

    /** One and a half leases: fenced, while the frozen node believes it leads. */
    private static final Duration OVER_LEASE = Duration.ofMillis(2_300);

    /** Twice the time that a follower may lag. */
    private static final Duration TWICE_LAG = Duration.ofMillis(6_500);

    /** Ten times as long as any voter waits before it stands for election. */
    private static final Duration MANY_ELECTIONS = Duration.ofSeconds(10);

    /** A disk that is busy with something else. */
    private static final long SLOW_FORCE_MS = 250;

    private Nemeses() {}

    /** All of them; not every cluster and machine suits each. */
    public static List<Nemesis> all() {
        List<Nemesis> all = new ArrayList<>();
        for (Role role : Role.values()) {
            all.add(new Kill(role));
        }
        all.add(new KillLastInSync());
        all.add(new KillElrMember());
        all.add(new KillBesideElr());
        all.add(new KillSuccessor());
        all.add(new KillInRecovery());
        for (Role role : List.of(Role.HOT_LEADER, Role.CONTROLLER)) {
            all.add(new Freeze(role, "half-lease", HALF_LEASE));
            all.add(new Freeze(role, "over-lease", OVER_LEASE));
            all.add(new Freeze(role, "twice-lag", TWICE_LAG));
        }
        all.add(new Freeze(Role.COORDINATOR, "over-lease", OVER_LEASE));
        all.add(new Freeze(Role.FOLLOWER, "over-lease", OVER_LEASE));
        all.add(new Freeze(Role.FOLLOWER, "twice-lag", TWICE_LAG));
        all.add(new Freeze(Role.CONTROLLER, "many-elections", MANY_ELECTIONS));
        all.add(new Freeze(Role.ALL, "over-lease", OVER_LEASE));
        for (Shape shape : Shape.values()) {
            all.add(new Partition(shape));
        }
        all.add(new SlowLinks());
        all.add(new RollingRestart());
        all.add(new FullDisk(true));
        all.add(new FullDisk(false));
        all.addAll(damages());
        all.add(new PowerCut());
        all.add(new PowerCutLastInSync());
        all.add(new PowerCutOfAll());
        all.add(new KillAtRejoin());
        all.add(new KillInCatchUp());
        all.add(new TwoAtOnce(pairs()));
        all.add(new SeamFault("clock-ahead-leader", Role.HOT_LEADER, clock(Duration.ofHours(1))));
        all.add(new SeamFault("clock-behind-controller", Role.CONTROLLER, clock(Duration.ofHours(-1))));
        all.add(new SeamFault("clock-ahead-majority", Role.MAJORITY, clock(Duration.ofDays(3))));
        all.add(new SeamFault("slow-disk-leader", Role.HOT_LEADER, new SeamSettings(0, SLOW_FORCE_MS, false)));
        all.add(new SeamFault("slow-disk-controller", Role.CONTROLLER, new SeamSettings(0, SLOW_FORCE_MS, false)));
        all.add(new SeamFault("disk-error-leader", Role.HOT_LEADER, new SeamSettings(0, 0, true)));
        all.add(new SeamFault("disk-error-follower", Role.FOLLOWER, new SeamSettings(0, 0, true)));
        all.add(new MovedReplicas());
        all.add(new VoterAway(Role.ANY));
        all.add(new VoterAway(Role.CONTROLLER));
        return List.copyOf(all);
    }

    private static List<Nemesis> damages() {
        List<Nemesis> damages = new ArrayList<>();
        damages.add(new DamagedFile("bit-flip", LogFile.NEWEST_SEGMENT, FileDamage.BIT_FLIP));
        damages.add(new DamagedFile("truncated-file", LogFile.NEWEST_SEGMENT, FileDamage.TRUNCATION));
        for (LogFile file : LogFile.values()) {
            if (file != LogFile.NEWEST_SEGMENT) {
                damages.add(new DamagedFile("damaged-" + file.word(), file, FileDamage.values()));
            }
        }
        damages.add(new DamagedQuorumLog());
        return damages;
    }

    /** Any two that leave a majority, which both can be asked of three nodes. */
    private static List<TwoAtOnce.Pair> pairs() {
        SeamSettings slow = new SeamSettings(0, SLOW_FORCE_MS, false);
        Nemesis slowLeader = new SeamFault("slow-disk-leader", Role.HOT_LEADER, slow);
        return List.of(
                new TwoAtOnce.Pair(new SlowLinks(), new Kill(Role.HOT_LEADER)),
                new TwoAtOnce.Pair(new SlowLinks(), new Kill(Role.CONTROLLER)),
                new TwoAtOnce.Pair(new Partition(Shape.CLIENTS), new Kill(Role.CONTROLLER)),
                new TwoAtOnce.Pair(
                        new SeamFault("clock-ahead-leader", Role.HOT_LEADER, clock(Duration.ofHours(1))),
                        new Partition(Shape.ISOLATED_FOLLOWER)),
                new TwoAtOnce.Pair(
                        new SeamFault("clock-behind-controller", Role.CONTROLLER, clock(Duration.ofHours(-1))),
                        new Freeze(Role.FOLLOWER, "over-lease", OVER_LEASE)),
                new TwoAtOnce.Pair(slowLeader, new Freeze(Role.HOT_LEADER, "over-lease", OVER_LEASE)),
                new TwoAtOnce.Pair(slowLeader, new RollingRestart()));
    }

    private static SeamSettings clock(Duration shift) {
        return new SeamSettings(shift.toMillis(), 0, false);
    }

    /** Those whose name begins with one of the words. */
    public static List<Nemesis> named(List<String> words) {
        List<Nemesis> named = all().stream()
                .filter(nemesis -> words.stream().anyMatch(nemesis.name()::startsWith))
                .toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("no nemesis is called " + words + "; there are "
                    + all().stream().map(Nemesis::name).toList());
        }
        return named;
    }
}
