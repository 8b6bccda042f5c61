// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever compaction has removed, the same groups are read (KAFKA-17306). */
class ReplayTest {
    @Property(tries = 300)
    void compactionChangesNothing(
            @ForAll @Size(max = 60) List<@IntRange(max = 1_000) Integer> choices,
            @ForAll @IntRange(max = 60) int compactedTo,
            @ForAll boolean dropsTombstones) {
        List<GroupRecord> log = choices.stream().map(ReplayTest::record).toList();

        assertThat(replay(compacted(log, Math.min(compactedTo, log.size()), dropsTombstones)))
                .isEqualTo(replay(log));
    }

    private static Groups replay(List<GroupRecord> log) {
        Groups groups = Groups.NONE;
        for (GroupRecord record : log) {
            groups = groups.with(record);
        }
        return groups;
    }

    private static List<GroupRecord> compacted(List<GroupRecord> log, int end, boolean dropsTombstones) {
        Map<String, Integer> last = new LinkedHashMap<>();
        for (int i = 0; i < end; i++) {
            last.put(key(log.get(i)), i);
        }
        List<GroupRecord> kept = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            boolean isTombstone = GroupRecordCodec.value(log.get(i)) == null;
            boolean isNewest = last.getOrDefault(key(log.get(i)), -1) == i;
            if (i >= end || (isNewest && !(isTombstone && dropsTombstones))) {
                kept.add(log.get(i));
            }
        }
        return kept;
    }

    private static String key(GroupRecord record) {
        return HexFormat.of().formatHex(GroupRecordCodec.key(record));
    }

    private static GroupRecord record(int choice) {
        String groupId = "g" + choice % 2;
        String memberId = "m" + choice / 2 % 3;
        boolean removes = choice / 6 % 3 == 0;
        int number = choice / 18;
        return switch (choice % 5) {
            case 0 -> new GroupRecord.Epoch(groupId, removes ? null : new GroupEpoch(number, -1, "uniform"));
            case 1 ->
                new GroupRecord.Subscription(
                        groupId,
                        memberId,
                        removes
                                ? null
                                : new Member(
                                        "", "", "", new TreeSet<>(List.of("a")), number, "", "", ByteString.EMPTY));
            case 2 ->
                new GroupRecord.Target(
                        groupId, memberId, removes ? null : new TreeSet<>(List.of(TestTopics.key("a", number))));
            case 3 ->
                new GroupRecord.Current(
                        groupId,
                        memberId,
                        removes ? null : new CurrentAssignment(number, 0, number, new TreeSet<>(), new TreeSet<>()));
            default ->
                new GroupRecord.Offset(
                        groupId,
                        TestTopics.key("a", choice / 2 % 3),
                        removes ? null : new CommittedOffset(number, -1, "", 0));
        };
    }
}
