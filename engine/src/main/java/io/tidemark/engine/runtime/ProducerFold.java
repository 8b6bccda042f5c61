// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.LogFold;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.ProducerStates.Batch;
import io.tidemark.engine.replication.ProducerStates.Snapshot;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What is known of the producers of a log, as the log saves it (guard G41: a cache, never the truth). */
public final class ProducerFold implements LogFold {
    /** Those that wrote last; without a bound each segment's save would hold every producer that ever was. */
    static final int MAX_PRODUCERS = 10_000;

    private static final byte VERSION = 1;
    private static final int HEAD_BYTES = 1 + Integer.BYTES;
    private static final int PRODUCER_BYTES = Long.BYTES + Short.BYTES + 1;
    private static final int BATCH_BYTES = 2 * Integer.BYTES + Long.BYTES;

    private ProducerStates states = new ProducerStates();

    /** No producers. */
    public ProducerFold() {}

    /** What a list of snapshots says. */
    static ProducerFold of(List<Snapshot> snapshots) {
        ProducerFold fold = new ProducerFold();
        fold.states = ProducerStates.of(snapshots);
        return fold;
    }

    ProducerStates states() {
        return states;
    }

    /** Those that wrote last, in order of their last writes: what is saved, or handed to a replica that begins anew. */
    public List<Snapshot> newest() {
        List<Snapshot> all = states.snapshots();
        return all.subList(Math.max(0, all.size() - MAX_PRODUCERS), all.size());
    }

    @Override
    public void clear() {
        states = new ProducerStates();
    }

    @Override
    public void onBatch(ByteBuffer batch) {
        states.replay(batch);
    }

    @Override
    public ByteBuffer save() {
        List<Snapshot> snapshots = newest();
        int sizeBytes = HEAD_BYTES;
        for (Snapshot snapshot : snapshots) {
            sizeBytes += PRODUCER_BYTES + snapshot.batches().size() * BATCH_BYTES;
        }
        ByteBuffer out = ByteBuffer.allocate(sizeBytes);
        out.put(VERSION).putInt(snapshots.size());
        for (Snapshot snapshot : snapshots) {
            out.putLong(snapshot.producerId()).putShort(snapshot.producerEpoch());
            out.put((byte) snapshot.batches().size());
            for (Batch batch : snapshot.batches()) {
                out.putInt(batch.firstSequence()).putInt(batch.lastSequence()).putLong(batch.baseOffset());
            }
        }
        return out.flip();
    }

    @Override
    public void restore(ByteBuffer saved) {
        ByteBuffer in = saved.duplicate();
        byte version = in.get();
        if (version != VERSION) {
            throw new IllegalArgumentException("producers saved in format " + version);
        }
        List<Snapshot> snapshots = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            snapshots.add(producer(in));
        }
        states = ProducerStates.of(snapshots);
    }

    private static Snapshot producer(ByteBuffer in) {
        long producerId = in.getLong();
        short producerEpoch = in.getShort();
        List<Batch> batches = new ArrayList<>();
        for (int left = in.get(); left > 0; left--) {
            batches.add(new Batch(in.getInt(), in.getInt(), in.getLong()));
        }
        return new Snapshot(producerId, producerEpoch, batches);
    }
}
