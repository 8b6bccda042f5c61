// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An application that writes: lanes of production retry logic over simulated streams to leaders. */
final class SimProducer extends SimClient {
    private static final long STEP_MICROS = 25_000;

    private final List<ProducerLane> lanes = new ArrayList<>();
    private final Map<Integer, Stream> streams = new TreeMap<>();
    private long lastStreamId;
    private boolean askingForId;
    private boolean writing = true;

    /** A stream to a leader. */
    record Stream(long streamId, SimConnection connection) {}

    SimProducer(Stage stage, int node, Writes writes) {
        super(stage, node);
        for (int topic = 0; topic < stage.config().topics(); topic++) {
            for (int partition = 0; partition < stage.config().partitions(); partition++) {
                int acks = prng().chance(0.85) ? -1 : 1;
                lanes.add(new ProducerLane(this, "topic" + topic, partition, acks, writes));
            }
        }
        step();
    }

    private void step() {
        world().after(prng().between(STEP_MICROS / 2, STEP_MICROS), this, World.CLIENT, () -> {
            refreshWhenOld();
            for (ProducerLane lane : lanes) {
                if (writing && prng().chance(0.25)) {
                    lane.write();
                }
                lane.advance();
            }
            step();
        });
    }

    void stopWriting() {
        writing = false;
    }

    boolean isIdle() {
        return lanes.stream().allMatch(ProducerLane::isIdle);
    }

    String describe() {
        return lanes.stream()
                .filter(lane -> !lane.isIdle())
                .map(ProducerLane::describe)
                .toList()
                .toString();
    }

    /** The stream to a broker; opened when there is none. */
    Stream stream(int broker) {
        Stream known = streams.get(broker);
        if (known != null && known.connection().isOpen()) {
            return known;
        }
        Stream fresh = new Stream(++lastStreamId, new SimConnection(stage().network(), node(), broker));
        streams.put(broker, fresh);
        fresh.connection().onBroken(this, () -> {
            long nowMs = world().nowMs();
            lanes.forEach(lane -> lane.onStreamLost(fresh.streamId(), nowMs));
        });
        return fresh;
    }

    @Nullable
    Stream openStream(int broker) {
        return broker < 0 ? null : stream(broker);
    }

    /** Gets a producer id that nobody has. */
    void wantProducerId(ProducerLane lane) {
        if (askingForId) {
            return;
        }
        askingForId = true;
        // Blocks are handed out by the metadata log, whose decisions are tested there; here an id is only unique.
        world().after(prng().between(1_000, 60_000), this, World.CLIENT, () -> {
            askingForId = false;
            lane.onProducerId();
        });
    }
}
