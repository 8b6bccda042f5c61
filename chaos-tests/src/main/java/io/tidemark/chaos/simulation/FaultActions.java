// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.image.PartitionKey;

/** Makes faults happen. */
final class FaultActions {
    private final Stage stage;
    private final Operator operator;
    private final Prng prng;

    FaultActions(Stage stage, Operator operator) {
        this.stage = stage;
        this.operator = operator;
        this.prng = stage.world().prng().fork("faults that happen");
    }

    void plan(Fault fault) {
        stage.world().after(fault.atMs() * 1000 - stage.world().nowMicros(), null, World.FAULT, () -> {
            stage.world().say("fault " + fault.line());
            stage.world().reached("fault " + fault.kind());
            happen(fault);
        });
    }

    private void happen(Fault fault) {
        switch (fault.kind()) {
            case CUT,
                    ISOLATE,
                    CUT_VOTER,
                    CUT_CONTROL,
                    LOSS,
                    LOSS_CONTROL,
                    LATE_COMMANDS,
                    STALE_IMAGE,
                    SLOW_NETWORK,
                    DUPLICATE,
                    REORDER -> toNetwork(fault);
            case CONTROLLER -> stage.quorum().changeLeader(fault.b());
            case PAUSE_VOTER -> pauseVoter(stage.quorum().voters().get(fault.a()), fault.forMs());
            case MIN_ISR, RECREATE, DELETE, PREFERRED, UNCLEAN, MOVE, EVACUATE, LEAD, DURABILITY -> operator.act(fault);
            case POWER_ALL, KILL_ALL ->
                stage.machines()
                        .forEach(machine -> machine.crash(
                                fault.kind() == Fault.Kind.POWER_ALL, fault.forMs() + prng.between(0, 1_500)));
            case FORGET -> forget(fault);
            default -> toMachine(fault, stage.machines().get(fault.a()));
        }
    }

    private void toNetwork(Fault fault) {
        SimNetwork network = stage.network();
        switch (fault.kind()) {
            case CUT -> network.cut(fault.a(), fault.b(), fault.forMs());
            case CUT_VOTER -> cutBothWays(fault.a(), fault.b(), fault.forMs());
            case CUT_CONTROL -> stage.quorum().voters().forEach(voter -> cutFromVoter(fault, voter));
            case ISOLATE -> {
                stage.machines().forEach(other -> cutBothWays(fault.a(), other.node(), fault.forMs()));
                stage.quorum().voters().forEach(voter -> cutBothWays(fault.a(), voter.node(), fault.forMs()));
            }
            case LOSS -> during(fault, () -> network.setLoss(fault.a() / 1000.0), () -> network.setLoss(0));
            case LOSS_CONTROL ->
                during(
                        fault,
                        () -> network.setControlLoss(fault.b(), fault.a() / 1000.0),
                        () -> network.setControlLoss(fault.b(), 0));
            case LATE_COMMANDS ->
                during(fault, () -> network.setLateCommands(fault.a() / 1000.0), () -> network.setLateCommands(0));
            case STALE_IMAGE ->
                during(
                        fault,
                        () -> network.setImageDelay(fault.a(), fault.b() * 1000L),
                        () -> network.setImageDelay(fault.a(), 0));
            case DUPLICATE ->
                during(fault, () -> network.setDuplicates(fault.a() / 1000.0), () -> network.setDuplicates(0));
            case REORDER ->
                during(fault, () -> network.setReordering(fault.a() / 1000.0), () -> network.setReordering(0));
            default -> during(fault, () -> network.setExtraDelay(fault.a() * 1000L), () -> network.setExtraDelay(0));
        }
    }

    private void cutBothWays(int a, int b, long forMs) {
        stage.network().cut(a, b, forMs);
        stage.network().cut(b, a, forMs);
    }

    private void cutFromVoter(Fault fault, SimVoter voter) {
        if (fault.b() != 1) {
            stage.network().cut(voter.node(), fault.a(), fault.forMs());
        }
        if (fault.b() != 2) {
            stage.network().cut(fault.a(), voter.node(), fault.forMs());
        }
    }

    private void during(Fault fault, Runnable begin, Runnable end) {
        begin.run();
        stage.world().after(fault.forMs() * 1000, null, World.FAULT, end);
    }

    private void toMachine(Fault fault, Machine machine) {
        SimDisk disk = machine.disk();
        switch (fault.kind()) {
            case KILL -> machine.crash(false, fault.forMs());
            case POWER -> machine.crash(true, fault.forMs());
            case SHUTDOWN -> leave(machine, fault.forMs());
            case PAUSE -> pause(machine, fault.b(), fault.forMs());
            case DISK_FULL -> during(fault, () -> disk.setFull(true), () -> disk.setFull(false));
            case DISK_SLOW -> during(fault, () -> disk.setSlow(true), () -> disk.setSlow(false));
            case CLOSE_FAIL -> during(fault, () -> disk.setFailsToClose(true), () -> disk.setFailsToClose(false));
            case HALF_CLOSE -> halfClose(machine, fault.forMs());
            case DISK_FAIL ->
                during(fault, () -> disk.setFailing(true), () -> {
                    disk.setFailing(false);
                    // Somebody looks after a broker whose disk failed.
                    machine.crash(false, 200);
                });
            case BIT_FLIP -> {
                machine.crash(false, fault.forMs());
                disk.flipBit();
            }
            case ROT -> rot(machine);
            case FORGE -> forge(machine);
            default -> machine.clock().jump(fault.b() * 1000L);
        }
    }

    private static void leave(Machine machine, long downMs) {
        SimBroker broker = machine.broker();
        if (broker != null) {
            broker.leave(downMs);
        }
    }

    /** A stop in good order but for logs that do not close, and then the power goes before what they hold is on disk. */
    private void halfClose(Machine machine, long downMs) {
        if (machine.broker() == null) {
            return;
        }
        machine.disk().setFailsToClose(true);
        leave(machine, Math.max(downMs, 1_000));
        machine.whenStopped(() -> {
            machine.disk().setFailsToClose(false);
            machine.crash(true, downMs);
        });
    }

    /** The broker's scrubber finds a flipped bit. */
    private static void rot(Machine machine) {
        SimBroker broker = machine.broker();
        PartitionKey key = broker == null ? null : machine.disk().flipBit();
        if (broker != null && key != null) {
            broker.onDamage(key);
        }
    }

    /** Somebody says to be that broker, and to hold more than it does. */
    private void forge(Machine machine) {
        SimBroker named = machine.broker();
        for (Machine other : stage.machines()) {
            SimBroker leader = other.broker();
            if (named != null && leader != null && other != machine) {
                leader.onForgedFetches(named);
            }
        }
    }

    /** All are killed; one comes back with less than it had, does not know it, and is mostly the first to be back. */
    private void forget(Fault fault) {
        stage.oracle().beyondBudget();
        for (Machine machine : stage.machines()) {
            machine.crash(false, machine.node() == fault.a() ? 50 : 50 + prng.between(0, 1_500));
        }
        stage.machines().get(fault.a()).disk().forget();
    }

    private void pause(Machine machine, int again, long forMs) {
        SimBroker broker = machine.broker();
        if (broker != null && !broker.isPaused()) {
            broker.pause();
            stage.world().after(forMs * 1000, null, World.FAULT, () -> resume(broker));
        }
        long pauseMs = forMs + prng.between(100, 1_500);
        if (again > 0 && stage.world().nowMs() + pauseMs < stage.config().faultsMs()) {
            stage.world().after(pauseMs * 1000, null, World.FAULT, () -> pause(machine, again - 1, forMs));
        }
    }

    private static void resume(SimProcess process) {
        if (process.isAlive() && process.isPaused()) {
            process.resume();
        }
    }

    private void pauseVoter(SimVoter voter, long forMs) {
        if (!voter.isPaused()) {
            voter.pause();
            stage.world().after(forMs * 1000, null, World.FAULT, () -> resume(voter));
        }
    }
}
