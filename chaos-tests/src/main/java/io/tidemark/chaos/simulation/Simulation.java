// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.ElectionKind;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.control.ProbeResult;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One run: a phase in which things go wrong and safety is checked, then everything heals and the cluster must come to rest
 * with nothing missing.
 */
final class Simulation implements Stage, SimQuorum.Cluster {
    private static final long FULL_CHECK_STEPS = 1_000;
    private static final long SLICE_MICROS = 50_000;
    private static final long QUIET_MS = 4_000;
    private static final long REST_LIMIT_MS = 60_000;
    private static final long OPERATOR_MS = 20_000;
    /** Longer than the files of a removed replica are kept. */
    private static final long WATCH_MS = 75_000;

    private static final int READERS = 3;

    private final long seed;
    private final SimulationConfig config;
    private final FaultPlan plan;
    private final World world;
    private final SimNetwork network;
    private final Oracle oracle;
    private final List<Machine> machines = new ArrayList<>();
    private final SimQuorum quorum;
    private final Operator operator;
    private final FaultActions actions;
    private final Writes writes = new Writes();
    private final List<SimProducer> producers = new ArrayList<>();
    private final List<SimConsumer> consumers = new ArrayList<>();
    private long nextFullCheck = FULL_CHECK_STEPS;

    /**
     * What a run gave.
     *
     * @param hash of everything that happened: equal for equal seeds
     * @param lines what happened last, when it was asked to remember
     */
    record Outcome(
            long seed,
            long steps,
            long virtualMs,
            long hash,
            @Nullable Violation violation,
            SortedMap<String, Long> coverage,
            List<String> lines) {}

    private Simulation(long seed, SimulationConfig config, FaultPlan plan, boolean verbose) {
        this.seed = seed;
        this.config = config;
        this.plan = plan;
        this.world = new World(new Prng(seed), verbose);
        this.network = new SimNetwork(world);
        this.oracle = new Oracle(this);
        for (int node = 0; node < config.brokers(); node++) {
            machines.add(new Machine(this, node));
        }
        this.quorum = new SimQuorum(world, network, this, config.leaseMs());
        this.operator = new Operator(this);
        this.actions = new FaultActions(this, operator);
    }

    /** Runs a seed with the plan that belongs to it. */
    static Outcome run(long seed, boolean swarm, boolean verbose) {
        SimulationConfig config = SimulationConfig.of(seed, swarm);
        return run(seed, config, FaultPlan.of(seed, config), verbose);
    }

    /** Runs a seed with another plan. */
    static Outcome run(long seed, SimulationConfig config, FaultPlan plan, boolean verbose) {
        return new Simulation(seed, config, plan, verbose).run();
    }

    private Outcome run() {
        machines.forEach(machine -> machine.startAfter(world.prng().below(20)));
        world.after(600_000, null, World.FAULT, () -> {
            for (int topic = 0; topic < config.topics(); topic++) {
                operator.createTopic(topic);
            }
        });
        for (int i = 0; i < 2; i++) {
            producers.add(new SimProducer(this, SimNetwork.FIRST_CLIENT + i, writes));
        }
        for (int i = 0; i < config.topics() * READERS; i++) {
            int partition = i / config.topics() % config.partitions();
            var unused = new SimReader(
                    this, SimNetwork.FIRST_CLIENT + 10 + i, "topic" + i % config.topics(), partition, writes);
        }
        for (int topic = 0; topic < config.topics(); topic++) {
            int node = SimNetwork.FIRST_CLIENT + 50 + topic;
            int partition = topic % config.partitions();
            consumers.add(new SimConsumer(this, node, "topic" + topic, partition, writes));
        }
        plan.faults().forEach(actions::plan);
        runFor(config.faultsMs() + 500);
        heal();
        runFor(QUIET_MS);
        producers.forEach(SimProducer::stopWriting);
        if (!oracle.isBeyondBudget()) {
            comeToRest();
            watch();
        }
        oracle.checkAll();
        return new Outcome(
                seed, world.steps(), world.nowMs(), world.hash(), world.violation(), world.coverage(), world.lines());
    }

    private void runFor(long ms) {
        long until = world.nowMicros() + ms * 1000;
        while (world.nowMicros() < until && world.violation() == null) {
            world.runUntil(Math.min(until, world.nowMicros() + SLICE_MICROS));
            if (world.steps() >= nextFullCheck) {
                nextFullCheck = world.steps() + FULL_CHECK_STEPS;
                oracle.checkAll();
            }
        }
    }

    private void heal() {
        world.say("everything heals");
        network.heal();
        for (Machine machine : machines) {
            SimDisk disk = machine.disk();
            disk.setFull(false);
            disk.setFailsToClose(false);
            disk.setSlow(false);
            disk.setFailing(false);
            SimBroker broker = machine.broker();
            if (broker != null && broker.isPaused()) {
                broker.resume();
            }
            if (broker == null) {
                machine.startAfter(100);
            }
        }
        quorum.voters().stream().filter(SimProcess::isPaused).forEach(SimProcess::resume);
        oracle.checkAll();
    }

    private void comeToRest() {
        long limit = world.nowMs() + REST_LIMIT_MS;
        long operatorAt = world.nowMs() + OPERATOR_MS;
        String unrest = Rest.missing(this, producers, consumers);
        while (unrest != null && world.violation() == null) {
            if (world.nowMs() >= limit) {
                world.violated("L1-L10 the cluster comes to rest", unrest);
                return;
            }
            if (world.nowMs() >= operatorAt) {
                operatorAt = Long.MAX_VALUE;
                acceptLosses();
            }
            runFor(200);
            unrest = Rest.missing(this, producers, consumers);
        }
        if (world.violation() == null) {
            Histories.check(this, writes);
        }
    }

    /** Nothing happens any more, and nothing gets lost by it. */
    private void watch() {
        if (config.waits() && world.violation() == null) {
            runFor(WATCH_MS);
            String unrest = Rest.missing(this, producers, consumers);
            if (unrest != null && world.violation() == null) {
                world.violated("L1-L10 the cluster stays at rest", unrest);
            }
        }
    }

    /** Partitions that wait for somebody to decide: nobody who may be elected cleanly is left. */
    private void acceptLosses() {
        for (TopicImage topic : quorum.image().topics().values()) {
            for (PartitionImage partition : topic.partitions()) {
                if (!partition.hasLeader()
                        && partition.isr().isEmpty()
                        && partition.elr().isEmpty()) {
                    world.reached("operator accepts a loss");
                    operator.elect(ElectionKind.UNCLEAN, topic);
                    break;
                }
            }
        }
    }

    @Override
    public void onApplied(ClusterImage before, ClusterImage after, ClusterCommand command, CommandAnswer answer) {
        if (!after.clusterId().isEmpty() && before.index() >= 0) {
            oracle.onMetadata(before, after, command, answer);
        }
    }

    @Override
    public ProbeResult dial(int brokerId) {
        Machine machine = machines.get(brokerId);
        return machine.broker() == null && machine.isPowered() ? ProbeResult.REFUSED : ProbeResult.OTHER;
    }

    @Override
    public World world() {
        return world;
    }

    @Override
    public SimulationConfig config() {
        return config;
    }

    @Override
    public SimNetwork network() {
        return network;
    }

    @Override
    public SimQuorum quorum() {
        return quorum;
    }

    @Override
    public Oracle oracle() {
        return oracle;
    }

    @Override
    public List<Machine> machines() {
        return machines;
    }
}
