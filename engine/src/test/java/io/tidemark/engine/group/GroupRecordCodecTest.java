// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class GroupRecordCodecTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "groups", "records-v1.txt");
    private static final Member MEMBER = new Member(
            "instance",
            "rack",
            "client",
            new TreeSet<>(List.of("b", "a")),
            60_000,
            "range",
            "own",
            ByteString.copyFromUtf8("bytes"));
    private static final List<GroupRecord> SAMPLES = List.of(
            new GroupRecord.Began(3, 17),
            new GroupRecord.Epoch("g", new GroupEpoch(5, GroupEpoch.NOT_EMPTY, "uniform")),
            new GroupRecord.Epoch("g", null),
            new GroupRecord.Subscription("g", "m", MEMBER),
            new GroupRecord.Subscription("g", "m", null),
            new GroupRecord.Target(
                    "g",
                    "m",
                    new TreeSet<>(List.of(TestTopics.key("a", 0), TestTopics.key("a", 300), TestTopics.key("b", 1)))),
            new GroupRecord.Target("g", "m", new TreeSet<>()),
            new GroupRecord.Target("g", "m", null),
            new GroupRecord.Current(
                    "g",
                    "m",
                    new CurrentAssignment(
                            4,
                            3,
                            9,
                            new TreeSet<>(List.of(TestTopics.key("a", 0))),
                            new TreeSet<>(List.of(TestTopics.key("b", 1))))),
            new GroupRecord.Current("g", "m", CurrentAssignment.JOINING.leftForNow()),
            new GroupRecord.Current("g", "m", null),
            new GroupRecord.Offset(
                    "g", TestTopics.key("a", 7), new CommittedOffset(1L << 40, 12, "note", 1_700_000_000_000L)),
            new GroupRecord.Offset("g", TestTopics.key("a", 7), new CommittedOffset(0, -1, "", 0)),
            new GroupRecord.Offset("g", TestTopics.key("a", 7), null));

    @Test
    void bytesAreTheGoldenOnes() throws Exception {
        StringBuilder text = new StringBuilder();
        for (GroupRecord record : SAMPLES) {
            byte[] value = GroupRecordCodec.value(record);
            text.append(HexFormat.of().formatHex(GroupRecordCodec.key(record)))
                    .append(' ')
                    .append(value == null ? "null" : HexFormat.of().formatHex(value))
                    .append('\n');
        }
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(GOLDEN, text);
        }
        assertThat(text.toString()).isEqualTo(Files.readString(GOLDEN, StandardCharsets.UTF_8));
    }

    @Test
    void everyRecordComesBack() {
        for (GroupRecord record : SAMPLES) {
            assertThat(GroupRecordCodec.decode(GroupRecordCodec.key(record), GroupRecordCodec.value(record)))
                    .isEqualTo(record);
        }
    }

    @Test
    void kindsOfLaterVersionsArePassedOver() {
        byte[] later = {(byte) 0xfa, 0x01, 0x00};

        assertThat(GroupRecordCodec.decode(later, new byte[0])).isNull();
    }

    @Test
    void bytesThatAreNoRecordAreRefused() {
        assertThatThrownBy(() -> GroupRecordCodec.decode(new byte[] {(byte) 0xff, 0x01}, null))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
