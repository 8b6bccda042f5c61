// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.fault.Battlefield;
import io.tidemark.chaos.fault.Injury;
import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.process.NamespaceNetwork;
import io.tidemark.chaos.process.Network;
import io.tidemark.chaos.process.NodePlan;
import io.tidemark.chaos.process.NodesGivenBytes;
import io.tidemark.chaos.process.ProcessCluster;
import io.tidemark.chaos.process.ProxyNetwork;
import io.tidemark.chaos.process.StateWatch;
import io.tidemark.chaos.process.StoppedLogs;
import io.tidemark.chaos.report.RunFigures;
import io.tidemark.chaos.report.Verdict;
import io.tidemark.chaos.workload.AtRest;
import io.tidemark.chaos.workload.Conditions;
import io.tidemark.chaos.workload.FaultRecord;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.HistoryRecorder;
import io.tidemark.chaos.workload.LastMembers;
import io.tidemark.chaos.workload.LogWorkload;
import io.tidemark.chaos.workload.Membership;
import io.tidemark.chaos.workload.NodeSample;
import io.tidemark.chaos.workload.RunRecord;
import io.tidemark.chaos.workload.WorkloadPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One run: starts a cluster, lets clients work, does faults one after the other and heals each, stops all, reads every
 * replica's files, and judges.
 */
public final class ChaosRun implements ObservedRun {
    private static final String TOPIC = "chaos";
    /** Whose batches are compared; not the compacted one's, of which each replica keeps others. */
    private static final List<String> TOPICS = List.of(TOPIC, WorkloadPlan.registerTopic(TOPIC));

    private static final int WRITERS = 6;
    private static final int READERS = 2;
    private static final long FLOWING = 100;
    private static final Duration CALM = Duration.ofSeconds(3);
    /** Longer than what a whole cluster may take for an answer. */
    private static final Duration REST = Duration.ofSeconds(10);

    private static final Duration WHOLE = Duration.ofSeconds(90);

    private final RunPlan plan;
    private final Consumer<PlannedFaults> onPlanned;
    private final Random random;
    private final List<FaultRecord> faults = new ArrayList<>();
    private final Map<String, List<String>> seen = new TreeMap<>();
    private final List<String> unproven = new ArrayList<>();
    private final MachineStalls stalls = new MachineStalls();
    private Supplier<SoFar> soFar = () -> SoFar.NOTHING;

    /**
     * What a run left.
     *
     * @param record everything that was seen
     * @param verdict what it came to
     * @param figures its numbers
     * @param kills processes ended by force
     */
    public record Result(RunRecord record, Verdict verdict, RunFigures figures, int kills) {}

    /**
     * Its files stay in the plan's directory.
     *
     * @param onPlanned is told which faults will be done before there is one
     */
    ChaosRun(RunPlan plan, Consumer<PlannedFaults> onPlanned) {
        this.plan = plan;
        this.onPlanned = onPlanned;
        this.random = new Random(plan.seed());
    }

    @Override
    public Result run() throws IOException, InterruptedException {
        Files.createDirectories(plan.setup().directory());
        stalls.start();
        try {
            return runToTheEnd();
        } finally {
            stalls.stop();
        }
    }

    @Override
    public SoFar soFar() {
        return soFar.get();
    }

    private Result runToTheEnd() throws IOException, InterruptedException {
        Path directory = plan.setup().directory();
        Network network = plan.isNamespaced() ? new NamespaceNetwork() : new ProxyNetwork();
        try (ProcessCluster cluster = ProcessCluster.start(plan.setup(), network);
                HistoryRecorder recorder = new HistoryRecorder(directory.resolve("history.jsonl"))) {
            WorkloadPlan work = workload(cluster);
            cluster.createTopic(TOPIC, Battlefield.PARTITIONS, plan.topicConfig());
            cluster.createTopic(work.registerTopic(), 1, Map.of());
            cluster.createOffsetsTopic(TOPIC, plan.topicConfig());
            LogWorkload workload = new LogWorkload(work, recorder, new NodesGivenBytes(cluster));
            History history;
            List<NodeSample> samples;
            long loadNanos;
            List<Membership> members;
            PlannedFaults planned;
            try (StateWatch watch =
                    new StateWatch(cluster, TOPIC, recorder::nowNanos, directory.resolve("states.jsonl"))) {
                soFar = () -> soFar(recorder.finish(new TreeMap<>()), watch.samples(), cluster.killCount());
                Battlefield field =
                        new Battlefield(cluster, TOPIC, plan.topicConfig(), watch, recorder::nowNanos, random);
                planned = planned(field);
                loadNanos = load(workload, planned, field, recorder);
                history = stop(workload, recorder);
                unproven.addAll(workload.unproven());
                noteOpenEnds(cluster);
                members = LastMembers.of(work.nodes(), TOPICS);
                if (members.isEmpty()) {
                    late("NodesTellWhoHoldsWhat", "no node answered before the stop");
                }
                samples = watch.samples();
            }
            soFar = () -> soFar(history, samples, cluster.killCount());
            if (!cluster.stop(cluster.nodeIds())) {
                late("NodesLeaveInGoodOrder", "not every node left in good order");
            }
            StoppedLogs.Found left = StoppedLogs.read(cluster.nodes(), TOPIC, TOPICS);
            left.unreadable().forEach(log -> note(ExternalEvidence.LOGS_CAN_BE_READ, log));
            AtRest rest = new AtRest(TOPIC, left.logs(), members);
            Conditions conditions = new Conditions(loadNanos, stalls.isHeavy() ? stalls.describe() : "");
            RunRecord record = new RunRecord(history, rest, samples, List.copyOf(faults), conditions);
            soFar = () -> new SoFar(record, seen, cluster.killCount());
            unproven.addAll(planned.gaps(faults));
            Verdict verdict = Verdict.of(record, seen, unproven, loadNanos, areElectionsExpected());
            if (verdict.isGood()) {
                cluster.forgoData();
            }
            return new Result(record, verdict, RunFigures.of(record), cluster.killCount());
        }
    }

    private SoFar soFar(History history, List<NodeSample> samples, int kills) {
        return new SoFar(new RunRecord(history, List.of(), samples, List.copyOf(faults)), seen, kills);
    }

    private PlannedFaults planned(Battlefield field) {
        PlannedFaults planned = PlannedFaults.of(plan, nemesis -> nemesis.suits(field));
        onPlanned.accept(planned);
        if (planned.suiting().isEmpty()) {
            throw new IllegalArgumentException("none of the faults suits this cluster");
        }
        return planned;
    }

    /** Clients at work, and faults; when the harness itself fails its clients must not go on into the next run. */
    private long load(LogWorkload workload, PlannedFaults planned, Battlefield field, HistoryRecorder recorder)
            throws IOException, InterruptedException {
        workload.start(WRITERS, READERS);
        try {
            awaitFlow(workload);
            harm(planned, field, recorder);
        } catch (RuntimeException | IOException e) {
            workload.abandon();
            throw e;
        }
        pause(REST);
        return recorder.nowNanos();
    }

    private WorkloadPlan workload(ProcessCluster cluster) {
        List<String> addresses = cluster.nodes().stream().map(NodePlan::address).toList();
        return new WorkloadPlan(TOPIC, Battlefield.PARTITIONS, cluster.config(), addresses, plan.seed());
    }

    /** Before the first writes are through there is nothing to harm. */
    private void awaitFlow(LogWorkload workload) {
        try {
            ProcessCluster.await("the first writes", WHOLE, () -> workload.acknowledged() >= FLOWING);
        } catch (IllegalStateException e) {
            late("WritesFlowAtFirst", String.valueOf(e.getMessage()));
        }
    }

    private History stop(LogWorkload workload, HistoryRecorder recorder) throws InterruptedException {
        try {
            return workload.stop();
        } catch (RuntimeException e) {
            late("ClientsGoOn", e + (e.getCause() == null ? "" : ": " + e.getCause()));
            return recorder.finish(new TreeMap<>());
        }
    }

    /** The planned faults one after the other, and further ones as long as clients work. */
    private void harm(PlannedFaults planned, Battlefield field, HistoryRecorder recorder) throws IOException {
        pause(CALM);
        FaultTurns turns = new FaultTurns(planned, plan.load(), random);
        long startNanos = recorder.nowNanos();
        boolean isWhole = true;
        Optional<Nemesis> next = turns.next(Duration.ZERO);
        while (isWhole && next.isPresent()) {
            isWhole = strike(next.get(), field, recorder);
            pause(CALM);
            next = turns.next(Duration.ofNanos(recorder.nowNanos() - startNanos));
        }
    }

    /** Does a fault and heals it; whether the cluster became whole again. */
    private boolean strike(Nemesis nemesis, Battlefield field, HistoryRecorder recorder) throws IOException {
        long startNanos = recorder.nowNanos();
        recorder.nemesis(nemesis.name(), "start");
        Injury injury;
        try {
            injury = nemesis.strike(field);
        } catch (IllegalStateException e) {
            late("WholeBeforeAFault", nemesis.name() + ": " + e.getMessage());
            return false;
        }
        String evidence = injury.evidence();
        recorder.nemesis(nemesis.name(), injury.targets());
        long holdEndNanos = recorder.nowNanos() + nemesis.hold().toNanos();
        while (recorder.nowNanos() < holdEndNanos) {
            LockSupport.parkNanos(Math.min(500_000_000L, holdEndNanos - recorder.nowNanos()));
            evidence = evidence.isEmpty() ? injury.evidence() : evidence;
        }
        injury.heal();
        long endNanos = recorder.nowNanos();
        recorder.nemesis(nemesis.name(), "healed; " + evidence);
        long wholeNanos = -1;
        try {
            field.cluster().awaitWhole(TOPIC, WHOLE);
            wholeNanos = recorder.nowNanos();
            recorder.nemesis(nemesis.name(), "whole");
        } catch (IllegalStateException e) {
            late("WholeAgainAfterHealing", nemesis.name() + " of " + injury.targets() + ": " + e.getMessage());
        }
        faults.add(new FaultRecord(
                nemesis.name(),
                injury.targets(),
                startNanos,
                endNanos,
                wholeNanos,
                !evidence.isEmpty(),
                evidence,
                injury.lostDisks()));
        return wholeNanos >= 0;
    }

    private boolean areElectionsExpected() {
        return plan.nemeses().stream()
                .anyMatch(nemesis -> !nemesis.name().endsWith("half-lease")
                        && !nemesis.name().equals("slow-links")
                        && !nemesis.name().startsWith("full-disk"));
    }

    private void noteOpenEnds(ProcessCluster cluster) {
        cluster.selfExits().forEach(exit -> note("NodesGoOn", exit));
        cluster.forcedStops().forEach(stop -> late("NodesLeaveInGoodOrder", stop));
        cluster.endedByThemselves().forEach(nodeId -> note("NodesGoOn", "node " + nodeId + " ended by itself"));
    }

    /** Lateness is the cluster's fault only on a machine that lets the harness itself run on time. */
    private void late(String property, String what) {
        if (stalls.isHeavy()) {
            unproven.add(property + ": " + what + ", but " + stalls.describe());
        } else {
            note(property, what);
        }
    }

    private void note(String property, String what) {
        seen.computeIfAbsent(property, unused -> new ArrayList<>()).add(what);
    }

    private static void pause(Duration time) {
        long deadlineNanos = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(deadlineNanos - System.nanoTime());
        }
    }
}
