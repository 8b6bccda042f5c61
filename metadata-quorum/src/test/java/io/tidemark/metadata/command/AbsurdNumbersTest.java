// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import io.tidemark.metadata.control.ClusterController;
import io.tidemark.metadata.control.Decision;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.v1.CommandRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.pcollections.TreePMap;

/**
 * What is in the log is applied by every voter, again at each start: whatever number stands in a command, deciding it must
 * end, in little time and memory, or it ends them all for good.
 */
class AbsurdNumbersTest {
    private static final long[] NUMBERS = {
        0,
        -1,
        Integer.MIN_VALUE,
        Integer.MIN_VALUE + 1,
        Integer.MAX_VALUE - 1,
        Integer.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        10_001
    };

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MAX_PARTITIONS = 10_000;

    private int decided;

    @Test
    void noNumberInACommandEndsTheQuorum() {
        Assertions.assertTimeoutPreemptively(
                LIMIT, () -> Samples.commands().values().forEach(this::decideWithAbsurdNumbers));
        assertThat(decided).isGreaterThan(500);
    }

    private void decideWithAbsurdNumbers(ClusterCommand command) {
        CommandRecord record = MetadataCodec.toProto(command, Samples.CONTEXT);
        for (CommandRecord start : withAndWithoutLists(record)) {
            for (int at = 0; at < setters(start.toBuilder()).size(); at++) {
                for (long number : NUMBERS) {
                    CommandRecord.Builder changed = start.toBuilder();
                    setters(changed).get(at).accept(number);
                    decide(changed.build());
                }
            }
        }
    }

    private void decide(CommandRecord record) {
        ClusterImage before = image();
        ClusterCommand command;
        try {
            command = MetadataCodec.fromProto(record);
        } catch (MetadataFormatException refused) {
            return;
        }
        Decision decision = ClusterController.decide(before, command, MetadataCodec.context(record, 91));
        ClusterDelta delta = decision.delta();
        ClusterImage after = delta == null ? before : ClusterImages.apply(before, delta);
        assertThat(after.topics().values())
                .as(command.toString())
                .allMatch(topic -> topic.partitions().size() <= MAX_PARTITIONS);
        decided++;
    }

    /** With so many live brokers that what is asked for is not refused for the lack of them. */
    private static ClusterImage image() {
        ClusterImage sample = Samples.image();
        TreePMap<Integer, BrokerImage> brokers = sample.brokers();
        for (int id = 4; id < 9; id++) {
            brokers = brokers.plus(id, Samples.broker(id));
        }
        return new ClusterImage(
                sample.index(),
                sample.clusterId(),
                brokers,
                sample.topics(),
                sample.topicIds(),
                sample.clusterConfigs(),
                sample.nextProducerId(),
                sample.featureLevel());
    }

    /** As it is, and once without each of its lists: what is not given is worked out from the numbers. */
    private static List<CommandRecord> withAndWithoutLists(CommandRecord record) {
        List<CommandRecord> all = new ArrayList<>(List.of(record));
        for (int at = 0; at < clearings(record.toBuilder()).size(); at++) {
            CommandRecord.Builder cleared = record.toBuilder();
            clearings(cleared).get(at).run();
            all.add(cleared.build());
        }
        return all;
    }

    private static List<Runnable> clearings(Message.Builder message) {
        List<Runnable> clearings = new ArrayList<>();
        for (FieldDescriptor field : message.getAllFields().keySet()) {
            if (field.isRepeated()) {
                clearings.add(() -> message.clearField(field));
            } else if (field.getJavaType() == JavaType.MESSAGE) {
                clearings.addAll(clearings(message.getFieldBuilder(field)));
            }
        }
        return clearings;
    }

    private static List<Consumer<Long>> setters(Message.Builder message) {
        List<Consumer<Long>> setters = new ArrayList<>();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (field.isMapField()) {
                continue;
            }
            if (field.isRepeated()) {
                for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
                    setters.addAll(elementSetters(message, field, i));
                }
            } else if (field.getJavaType() == JavaType.MESSAGE) {
                setters.addAll(message.hasField(field) ? setters(message.getFieldBuilder(field)) : List.of());
            } else if (isNumber(field)) {
                setters.add(number -> message.setField(field, valueOf(field, number)));
            }
        }
        return setters;
    }

    private static List<Consumer<Long>> elementSetters(Message.Builder message, FieldDescriptor field, int at) {
        if (field.getJavaType() == JavaType.MESSAGE) {
            return setters(message.getRepeatedFieldBuilder(field, at));
        }
        return isNumber(field)
                ? List.of(number -> message.setRepeatedField(field, at, valueOf(field, number)))
                : List.of();
    }

    private static boolean isNumber(FieldDescriptor field) {
        return field.getJavaType() == JavaType.INT || field.getJavaType() == JavaType.LONG;
    }

    private static Object valueOf(FieldDescriptor field, long number) {
        return field.getJavaType() == JavaType.INT ? (Object) (int) number : (Object) number;
    }
}
