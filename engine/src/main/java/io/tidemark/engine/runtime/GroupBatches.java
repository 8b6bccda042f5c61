// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.group.GroupRecord;
import io.tidemark.engine.group.GroupRecordCodec;
import io.tidemark.engine.group.Groups;
import io.tidemark.record.BatchBuilder;
import io.tidemark.record.BatchRecords;
import io.tidemark.record.Compression;
import io.tidemark.record.RecordView;
import java.nio.ByteBuffer;
import java.util.List;

/** Records of groups as record batches, and back. */
final class GroupBatches {
    private GroupBatches() {}

    static ByteBuffer encode(List<GroupRecord> records, long wallMs) {
        BatchBuilder builder = new BatchBuilder(Compression.NONE);
        for (GroupRecord record : records) {
            builder.append(wallMs, GroupRecordCodec.key(record), GroupRecordCodec.value(record), List.of());
        }
        return builder.build(0, 0);
    }

    /** The groups after the records of a batch that lie below the offset. */
    static Groups replay(Groups groups, ByteBuffer batch, long endOffset) {
        Groups replayed = groups;
        for (RecordView view : BatchRecords.of(batch)) {
            byte[] key = view.keyCopy();
            if (view.offset() < endOffset && key != null) {
                GroupRecord record = GroupRecordCodec.decode(key, view.valueCopy());
                replayed = record == null ? replayed : replayed.with(record);
            }
        }
        return replayed;
    }
}
