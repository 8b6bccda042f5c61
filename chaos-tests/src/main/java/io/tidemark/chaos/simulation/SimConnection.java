// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A stream between two nodes: what arrives on it arrives in order and once, and when a message is lost the stream breaks. A
 * lost message may arrive long after, at a later life of its receiver too. A loose one also repeats and reorders.
 */
final class SimConnection {
    private static final double LATE_CHANCE = 0.4;

    private final SimNetwork network;
    private final int client;
    private final int server;
    private final List<Runnable> brokenListeners = new ArrayList<>(2);
    private long lastToServerMicros;
    private long lastToClientMicros;
    private final boolean loose;
    private boolean open = true;
    private boolean breaking;

    SimConnection(SimNetwork network, int client, int server) {
        this(network, client, server, false);
    }

    SimConnection(SimNetwork network, int client, int server, boolean loose) {
        this.network = network;
        this.loose = loose;
        this.client = client;
        this.server = server;
        network.opened(this);
        if (network.process(server) == null || network.isCut(client, server)) {
            breakAfter(network.prng().between(500, 300_000));
        }
    }

    boolean isOpen() {
        return open;
    }

    boolean touches(int node) {
        return client == node || server == node;
    }

    /** Tells a process when the stream breaks. */
    void onBroken(SimProcess whom, Runnable told) {
        brokenListeners.add(() -> network.world().after(0, whom, World.MESSAGE, told));
    }

    void toServer(Consumer<SimProcess> delivery) {
        SimProcess target = network.process(server);
        if (!open || target == null || network.loses(client, server)) {
            lose(server, delivery);
            return;
        }
        if (loose && network.isCommandLate()) {
            network.deliverAfter(network.prng().between(300_000, 8_000_000), server, delivery);
            breakAfter(network.prng().between(20_000, 500_000));
            return;
        }
        lastToServerMicros = deliver(target, () -> delivery.accept(target), lastToServerMicros);
    }

    /** To the life that opened the stream. */
    void toClient(SimProcess target, Runnable delivery) {
        if (!open || network.loses(server, client)) {
            lose(client, unused -> {
                if (target.isAlive()) {
                    delivery.run();
                }
            });
            return;
        }
        lastToClientMicros = deliver(target, delivery, lastToClientMicros);
    }

    /** The same answer once more, long after: the stream that it was sent on may be gone by then. */
    void toClientAgain(SimProcess target, Runnable delivery) {
        network.deliverLate(client, unused -> {
            if (target.isAlive()) {
                delivery.run();
            }
        });
    }

    private long deliver(SimProcess target, Runnable delivery, long notBeforeMicros) {
        World world = network.world();
        long at = world.nowMicros() + network.delayMicros();
        if (!loose || !network.reorders()) {
            at = Math.max(at, notBeforeMicros);
        }
        world.after(at - world.nowMicros(), target, World.MESSAGE, delivery);
        if (loose && network.duplicates()) {
            world.reached("message arrives twice");
            world.after(at - world.nowMicros() + network.prng().between(0, 400_000), target, World.MESSAGE, delivery);
        }
        return at;
    }

    private void lose(int node, Consumer<SimProcess> delivery) {
        network.world().reached("message lost");
        if (network.prng().chance(LATE_CHANCE)) {
            network.deliverLate(node, delivery);
        }
        breakAfter(network.prng().between(100_000, 1_200_000));
    }

    void close() {
        open = false;
        network.closed(this);
    }

    void breakAfter(long micros) {
        if (breaking || !open) {
            return;
        }
        breaking = true;
        network.world().after(micros, null, World.MESSAGE, () -> {
            if (open) {
                close();
                brokenListeners.forEach(Runnable::run);
            }
        });
    }
}
