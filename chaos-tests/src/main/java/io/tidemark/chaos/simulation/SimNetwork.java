// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which messages arrive, when, how often. Nodes are numbers; who runs under a number changes with every start. */
final class SimNetwork {
    private static final int NOBODY = -1;

    /** Of messages to and from voters, those of one broker are lost so much more often than those of others. */
    private static final int CONTROL_LOSS_FACTOR = 2;

    /** Numbers of voters and clients; brokers count from 0. */
    static final int FIRST_VOTER = 100;

    static final int FIRST_CLIENT = 1000;

    private final World world;
    private final Prng prng;
    private final Map<Integer, SimProcess> processes = new TreeMap<>();
    private final Map<Long, Long> cutUntilMicros = new TreeMap<>();
    private final List<SimConnection> connections = new ArrayList<>();
    private double lossChance;
    private double controlLossChance;
    private int controlLossNode = NOBODY;
    private double duplicateChance;
    private double reorderChance;
    private double lateCommandChance;
    private long extraDelayMicros;
    private final Map<Integer, Long> imageDelayMicros = new TreeMap<>();

    SimNetwork(World world) {
        this.world = world;
        this.prng = world.prng().fork("network");
    }

    World world() {
        return world;
    }

    Prng prng() {
        return prng;
    }

    void setProcess(int node, SimProcess process) {
        processes.put(node, process);
    }

    @Nullable
    SimProcess process(int node) {
        SimProcess process = processes.get(node);
        return process != null && process.isAlive() ? process : null;
    }

    void cut(int from, int to, long forMs) {
        cutUntilMicros.put(link(from, to), world.nowMicros() + forMs * 1000);
    }

    boolean isCut(int from, int to) {
        Long until = cutUntilMicros.get(link(from, to));
        return until != null && until > world.nowMicros();
    }

    void setLoss(double chance) {
        lossChance = chance;
    }

    /** Of messages between a broker and voters; those of other brokers are lost less often. */
    void setControlLoss(int node, double chance) {
        controlLossNode = node;
        controlLossChance = chance;
    }

    void setDuplicates(double chance) {
        duplicateChance = chance;
    }

    void setReordering(double chance) {
        reorderChance = chance;
    }

    void setExtraDelay(long micros) {
        extraDelayMicros = micros;
    }

    void setLateCommands(double chance) {
        lateCommandChance = chance;
    }

    /** Whether a command's sender gives it up before it is its turn at the controller. */
    boolean isCommandLate() {
        return lateCommandChance > 0 && prng.chance(lateCommandChance);
    }

    /** How late at most a broker hears of the metadata; 0 for at once. */
    void setImageDelay(int node, long micros) {
        imageDelayMicros.put(node, micros);
    }

    /** How late a broker hears of what is in the metadata now. */
    long imageDelayMicros(int node) {
        long most = imageDelayMicros.getOrDefault(node, 0L);
        return most == 0 ? 0 : prng.between(most / 2, most);
    }

    void heal() {
        cutUntilMicros.clear();
        lossChance = 0;
        controlLossChance = 0;
        duplicateChance = 0;
        reorderChance = 0;
        lateCommandChance = 0;
        extraDelayMicros = 0;
        imageDelayMicros.clear();
    }

    boolean loses(int from, int to) {
        double chance = Math.max(lossChance, controlLossChance(from, to));
        return isCut(from, to) || (chance > 0 && prng.chance(chance));
    }

    private double controlLossChance(int from, int to) {
        int voter = Math.max(from, to);
        if (voter < FIRST_VOTER || voter >= FIRST_CLIENT) {
            return 0;
        }
        return Math.min(from, to) == controlLossNode ? controlLossChance : controlLossChance / CONTROL_LOSS_FACTOR;
    }

    boolean duplicates() {
        return duplicateChance > 0 && prng.chance(duplicateChance);
    }

    boolean reorders() {
        return reorderChance > 0 && prng.chance(reorderChance);
    }

    long delayMicros() {
        long delay = prng.between(50, 2_000);
        if (extraDelayMicros > 0) {
            delay += prng.between(0, extraDelayMicros);
        }
        return delay;
    }

    /** A message that its sender gave up arrives after all, at whoever runs there by then. */
    void deliverLate(int node, Consumer<SimProcess> delivery) {
        world.reached("message arrives after its connection broke");
        deliverAfter(prng.between(50_000, prng.chance(0.5) ? 500_000 : 6_000_000), node, delivery);
    }

    /** A message arrives after some time, at whoever runs there by then. */
    void deliverAfter(long micros, int node, Consumer<SimProcess> delivery) {
        world.after(micros, null, World.MESSAGE, () -> {
            SimProcess now = process(node);
            if (now != null) {
                world.after(0, now, World.MESSAGE, () -> delivery.accept(now));
            }
        });
    }

    void opened(SimConnection connection) {
        connections.add(connection);
    }

    void closed(SimConnection connection) {
        connections.remove(connection);
    }

    /** A process died: its peers hear of it soon when the machine still runs, else by their own patience. */
    void onDeath(int node, boolean machineRuns) {
        for (SimConnection connection : List.copyOf(connections)) {
            if (connection.touches(node)) {
                connection.breakAfter(machineRuns ? prng.between(200, 4_000) : prng.between(500_000, 2_500_000));
            }
        }
    }

    private static long link(int from, int to) {
        return ((long) from << 32) | to;
    }
}
