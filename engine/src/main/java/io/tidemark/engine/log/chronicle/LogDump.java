// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.chronicle.StoredRecord.Kind;
import io.tidemark.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Shows the records in the files of a log. One thread. */
final class LogDump {
    private final LogIdentity identity;
    private final LogView view;
    private final Consumer<StoredRecord> to;
    private long liveEndOffset;

    LogDump(LogIdentity identity, LogView view, Consumer<StoredRecord> to) {
        this.identity = identity;
        this.view = view;
        this.to = to;
        this.liveEndOffset = view.logStartOffset();
    }

    void run(SegmentFiles files) throws IOException {
        NavigableMap<Integer, List<Path>> paths = new TreeMap<>();
        files.cleaned().forEach((number, generations) -> paths.put(number, new ArrayList<>(generations.values())));
        files.segments().forEach((number, path) -> paths.computeIfAbsent(number, any -> new ArrayList<>())
                .add(0, path));
        for (Map.Entry<Integer, List<Path>> entry : paths.entrySet()) {
            for (Path path : entry.getValue()) {
                dump(entry.getKey(), path);
            }
        }
        SegmentSpan last = view.last();
        if (last != null) {
            // A cut may have left offsets that no batch covers.
            Segment segment = last.segment();
            showGap(segment.number(), segment.endPosition(), true, view.logEndOffset());
        }
    }

    private void dump(int number, Path path) throws IOException {
        SegmentFile file = new SegmentFile(path);
        Optional<SegmentSpan> span = view.spans().stream()
                .filter(candidate -> candidate.segment().file().path().equals(path))
                .findFirst();
        long liveTo = span.map(SegmentSpan::endOffset).orElse(Long.MIN_VALUE);
        try {
            SegmentScan scan = new SegmentScan(number, file, identity, null)
                    .showing((position, record, at, recordBytes) -> show(number, liveTo, position, record, at));
            scan.run();
            String fault = scan.fault();
            if (fault.isEmpty() && scan.hasRecordsBeyond()) {
                fault = "records lie behind the end";
            }
            if (!fault.isEmpty()) {
                Segment segment = scan.segment();
                long end = segment == null ? -1 : segment.endOffset();
                to.accept(other(number, scan.position(), Kind.FAULT, span.isPresent(), end, fault));
            }
        } finally {
            file.retire();
        }
    }

    private void show(int number, long liveTo, long position, ByteBuffer record, int at) {
        byte kind = Envelope.kind(record, at);
        int bodyBytes = Envelope.bodyBytes(record, at);
        if (kind == Envelope.BATCH) {
            ByteBuffer batch = record.slice(at + Envelope.BYTES, bodyBytes);
            boolean live =
                    RecordBatch.endOffset(batch) <= liveTo && RecordBatch.endOffset(batch) > view.logStartOffset();
            showGap(number, position, live, RecordBatch.baseOffset(batch));
            to.accept(batch(number, position, live, batch, Envelope.appendMs(record, at)));
            liveEndOffset = live ? RecordBatch.endOffset(batch) : liveEndOffset;
            return;
        }
        boolean live = liveTo != Long.MIN_VALUE;
        long offset = Envelope.previousEndOffset(record, at);
        TailMarker marker = kind == Envelope.TRUNCATE ? TailMarker.of(record, at + Envelope.BYTES, bodyBytes) : null;
        String detail = marker == null
                ? ""
                : (marker.restart() ? "starts over" : "ends") + " at " + marker.endOffset() + ", last epoch "
                        + marker.lastEpoch();
        Kind shown = marker == null ? Kind.EPOCH : Kind.TRUNCATE;
        to.accept(other(number, position, shown, live, offset, detail)
                .writtenIn(Envelope.leaderEpoch(record, at), Envelope.appendMs(record, at)));
    }

    private void showGap(int number, long position, boolean live, long baseOffset) {
        if (live && baseOffset > liveEndOffset) {
            String detail = "no records up to " + baseOffset;
            to.accept(other(number, position, Kind.GAP, true, liveEndOffset, detail)
                    .endingAt(baseOffset));
        }
    }

    private static StoredRecord batch(int number, long position, boolean live, ByteBuffer batch, long appendMs) {
        return new StoredRecord(
                number,
                position,
                Kind.BATCH,
                live,
                RecordBatch.baseOffset(batch),
                RecordBatch.endOffset(batch),
                RecordBatch.leaderEpoch(batch),
                RecordBatch.count(batch),
                batch.remaining(),
                RecordBatch.maxTimestampMs(batch),
                RecordBatch.producerId(batch),
                RecordBatch.producerEpoch(batch),
                RecordBatch.baseSequence(batch),
                appendMs,
                "codec " + RecordBatch.codecId(batch));
    }

    /** What is not a batch has an offset, and little else. */
    private static StoredRecord other(int number, long position, Kind kind, boolean live, long offset, String detail) {
        return new StoredRecord(
                number, position, kind, live, offset, offset, -1, 0, 0, -1, -1, (short) -1, -1, -1, detail);
    }
}
