// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.mutation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All mutants, one or more for each guard that is code of its own. A mutant is a list of sites, each {@code class, method,
 * change}; {@link Change} says what can be changed. Names begin with the guard, so {@code g12-...} belongs to guard G12 of
 * docs/protocol.md.
 */
public final class Mutants {
    /** End of the names of mutants without assertions. */
    public static final String UNASSERTED = "+unasserted";

    private static final String REPLICATION = "io.tidemark.engine.replication.";
    private static final String RUNTIME = "io.tidemark.engine.runtime.";
    private static final String TRANSPORT = "io.tidemark.engine.transport.";
    private static final String SIMULATION = "io.tidemark.chaos.simulation.";
    private static final String CONTROL = "io.tidemark.metadata.control.";

    private static final List<Mutant> ALL = new ArrayList<>();

    static {
        leaders();
        followers();
        inSyncReplicas();
        producers();
        controller();
        lives();
    }

    private Mutants() {}

    /** All of them, in order of their names' guards. */
    public static List<Mutant> all() {
        return List.copyOf(ALL);
    }

    /**
     * The mutant of that name, of these or of {@link PlainFaults}; null when there is none. With {@link #UNASSERTED} at its
     * end the name stands for the mutant whose replicas do not check themselves either, so that only others can see what is
     * wrong: G22 goes too, by which a replica stops that was asked for what must never be asked.
     */
    public static @Nullable Mutant named(String name) {
        String plain = name.endsWith(UNASSERTED) ? name.substring(0, name.length() - UNASSERTED.length()) : name;
        Mutant found = Stream.concat(ALL.stream(), PlainFaults.all().stream())
                .filter(mutant -> mutant.name().equals(plain))
                .findFirst()
                .orElse(null);
        return found == null || plain.equals(name) ? found : unasserted(found);
    }

    private static Mutant unasserted(Mutant mutant) {
        List<Site> sites = new ArrayList<>(mutant.sites());
        sites.add(core("Invariants", "check", nothing()));
        sites.add(core("Invariants", "checkAtMost", nothing()));
        sites.add(core("PartitionFollower", "requireNoLoss", nothing()));
        return new Mutant(mutant.name() + UNASSERTED, mutant.guard(), sites);
    }

    private static void leaders() {
        add("g1-leader-counts-its-own-minimum", "G1", core("PartitionAssignment", "minIsr", new Change.Returns(1)));
        add("g6-epoch-begins-unnoted", "G6", core("PartitionLeader", "begin", calls("beginEpoch")));
        add("g9-writes-below-the-minimum", "G9", core("LeaderWrites", "isRefusedBelowMinimum", no()));
        add("g10-waiting-writes-outlive-leadership", "G10", core("LeaderWrites", "resign", nothing()));
        add("g12-watermark-moves-below-the-minimum", "G12", core("PartitionLeader", "isFrozen", no()));
        add(
                "g13-watermark-ignores-proposed-members",
                "G13",
                core("InSyncReplicas", "isProposed", no()),
                core("PartitionLeader", "isAboutToJoin", no()));
        add("g14-watermark-falls", "G14", core("HighWatermark", "wouldFall", no()));
        add("g17-fetches-of-any-epoch", "G17", core("LeaderReads", "fence", nothing()));
        add(
                "g18-older-life-counts",
                "G18",
                core("LeaderReads", "isOlderLife", no()),
                new Site(TRANSPORT + "ReplicaFetchStream", "refusalOf", nothing()),
                new Site(SIMULATION + "SimFetches", "refusalOf", nothing()));
        add(
                "g16-anybody-fetches",
                "G16",
                new Site(TRANSPORT + "ReplicaFetchStream", "isProven", yes()),
                new Site(SIMULATION + "SimFetches", "isProven", yes()));
        add(
                "g2-topics-by-name-alone",
                "G2",
                new Site(TRANSPORT + "TopicResolver", "isOfAnotherLife", no()),
                new Site(SIMULATION + "ProduceDoor", "isOfAnotherLife", no()));
        add("g19-logs-not-compared", "G19", core("LeaderReads", "isOnSameLineage", yes()));
        add(
                "g42-log-start-passes-the-watermark",
                "G42",
                core("ReplicaLog", "committedPartOf", argument("min", 0)),
                core("LeaderTrims", "onDelete", new Change.Jump(3, true)));
        add("g46-latest-before-it-is-certain", "G46", core("Leadership", "isHighWatermarkCertain", yes()));
        add("lease-never-ends", "lease", core("Leadership", "isLeaseValid", yes()));
        add("lease-ends-with-a-message", "lease", engine("PartitionHost", "accept", calls("tellLease")));
        add("r60-end-told-beside-a-predecessor", "R60", core("Leadership", "isPredecessorSilent", yes()));
        add(
                "r60-lease-counts-before-the-image",
                "R60",
                new Site("io.tidemark.engine.broker.BrokerLifecycle", "takeUpGrants", calls("index", -1L)));
    }

    private static void followers() {
        add("g5-role-outlives-a-merged-epoch", "G5", core("PartitionReplica", "endsRole", no()));
        add("g7-cut-keeps-epochs", "G7", core("EpochHistory", "truncateFromEnd", nothing()));
        add("g8-role-changes-under-way", "G8", core("PartitionReplica", "mayTakeRole", yes()));
        add("g15-hint-beyond-the-log", "G15", core("HighWatermark", "boundedHint", argument("min", 0)));
        add(
                "g20-any-reply-counts",
                "G20",
                core("PartitionFollower", "isForThisPosition", yes()),
                engine("ReplicaFetcher", "isAwaited", yes()));
        add("g21-watermark-of-a-parting-log", "G21", core("PartitionFollower", "agreesWithLog", yes()));
        add("g22-cut-below-the-watermark", "G22", core("PartitionFollower", "losesCommitted", no()));
        add(
                "g23-batches-of-any-epoch",
                "G23",
                core("PartitionFollower", "isLegalEpoch", yes()),
                engine("HostReads", "answerCold", calls("noneSince", true)),
                // Sound by itself: every read is done by another thread, not only those far behind the end.
                engine("HostReads", "isCold", new Change.Jump(1, false)));
        add(
                "g24-last-epoch-is-not-told",
                "G24",
                core("PartitionFollower", "lastFetchedEpoch", new Change.Returns(Change.EMPTY_INT)));
    }

    private static void inSyncReplicas() {
        add("g25-joins-behind", "G25", core("IsrChanges", "holdsAllCommitted", yes()));
        add("g26-joins-in-any-life", "G26", core("Leadership", "isEligible", yes()));
        add("g27-proposals-overlap", "G27", core("InSyncReplicas", "isProposalOpen", no()));
        add(
                "g28-answers-end-proposals",
                "G28",
                core("IsrChanges", "onDecision", new Change.Jump(2, true)),
                core("IsrProposal", "mayStillLand", no()));
        add("g48-refused-attempt-forgotten", "G48", core("IsrProposal", "mayStillLand", no()));
    }

    private static void producers() {
        add("g11-duplicate-answered-at-once", "G11", core("LeaderWrites", "endOfOriginal", new Change.Returns(0L)));
        add(
                "g40-sequences-not-checked",
                "G40",
                core("LeaderWrites", "onProduce", new Change.CallReturns("error", null)),
                core("LeaderWrites", "onProduce", calls("isDuplicate", false)));
        add("g41-replicas-forget-producers", "G41", core("ProducerStates", "replay", nothing()));
        add(
                "g41-restart-forgets-producers",
                "G41",
                core("PartitionFollower", "beginAnew", calls("producers", Change.EMPTY_LIST)));
        add("g41-lost-producers-not-asked-for", "G41", core("PartitionFollower", "wantsProducers", no()));
        add("g41-parting-below-the-start", "G41", core("LeaderReads", "partsBelowStart", no()));
    }

    private static void controller() {
        add("g29-ineligible-members-accepted", "G29", control("IsrRules", "isEligible", yes()));
        add("g32-dead-replicas-elected", "G32", control("LeaderElection", "firstLive", calls("isEligible", true)));
        add("g33-candidates-outlive-the-minimum", "G33", control("ConfigDecider", "adapt", calls("isEmpty", false)));
        add(
                "g33-candidates-of-the-old-minimum",
                "G33",
                control("ConfigDecider", "adapt", new Change.KeepsField("elr")));
        add(
                "g30-candidates-outlive-their-replica",
                "G30",
                control("Reassignment", "leaveAllBut", new Change.KeepsField("elr")),
                control("Reassignment", "leaveAllBut", new Change.KeepsField("lastKnownElr")));
        add("g37-commands-of-any-life", "G37", control("Lives", "current", new Change.Jump(1, false)));
        add(
                "g44-removed-members-complete",
                "G44",
                control("Reassignment", "completeIfReady", calls("containsAll", true)));
    }

    private static void lives() {
        add("g31-g35-lossy-restart-forgiven", "G31", control("BrokerRegistration", "mayHaveLost", no()));
        add("g35-restart-keeps-its-place", "G35", control("BrokerRegistration", "leave", nothing()));
        add(
                "g36-serves-before-its-registration",
                "G36",
                new Site("io.tidemark.engine.broker.BrokerLifecycle", "onImage", new Change.Jump(4, true)));
        add(
                "g45-deletes-what-is-assigned",
                "G45",
                engine("RemovedReplicas", "mayDelete", yes()),
                engine("RemovedReplicas", "forget", nothing()),
                engine("PartitionDirectory", "deleteRemoved", calls("containsKey", false)));
        add(
                "g38-clean-whatever-was-closed",
                "G38",
                engine("StoredLogs", "closeAll", new Change.Jump(1, false)),
                engine("StopReport", "notAsClosed", new Change.Returns(Change.EMPTY_LIST)));
        add(
                "g34-word-of-an-earlier-stop",
                "G34",
                engine("CleanShutdownFile", "forget", nothing()),
                new Site(SIMULATION + "Machine", "forgetClean", nothing()),
                control("BrokerRegistration", "isForeignDirectory", no()),
                engine("StopReport", "notAsClosed", new Change.Returns(Change.EMPTY_LIST)));
        add("g39-known-topics-are-strays", "G39", engine("StoredLogs", "isStray", yes()));
    }

    private static void add(String name, String guard, Site... sites) {
        ALL.add(new Mutant(name, guard, Arrays.asList(sites)));
    }

    private static Site core(String className, String method, Change change) {
        return new Site(REPLICATION + className, method, change);
    }

    private static Site control(String className, String method, Change change) {
        return new Site(CONTROL + className, method, change);
    }

    private static Site engine(String className, String method, Change change) {
        return new Site(RUNTIME + className, method, change);
    }

    private static Change yes() {
        return new Change.Returns(true);
    }

    private static Change no() {
        return new Change.Returns(false);
    }

    private static Change nothing() {
        return new Change.Returns(null);
    }

    private static Change calls(String callee) {
        return new Change.CallReturns(callee, null);
    }

    private static Change calls(String callee, Object constant) {
        return new Change.CallReturns(callee, constant);
    }

    private static Change argument(String callee, int index) {
        return new Change.CallReturnsArgument(callee, index);
    }
}
