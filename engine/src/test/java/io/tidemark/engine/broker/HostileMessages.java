// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.UnknownFieldSet;
import java.util.List;
import java.util.Random;

/** Random messages of any type, made of what bites: limits, negatives, names that are near to right, lying bytes. */
final class HostileMessages {
    private static final int MAX_DEPTH = 5;
    private static final long[] NUMBERS = {
        0,
        1,
        2,
        3,
        5,
        -1,
        -2,
        7,
        65_536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE + 1L,
        Long.MAX_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE,
        -1000
    };

    private final Random random;
    private final List<String> words;
    private final List<ByteString> bytes;

    /**
     * @param words strings to choose from, beside hostile ones
     * @param bytes valid values of byte fields; damaged now and then
     */
    HostileMessages(Random random, List<String> words, List<ByteString> bytes) {
        this.random = random;
        this.words = words;
        this.bytes = bytes;
    }

    DynamicMessage next(Descriptor type) {
        return message(type, 0);
    }

    private DynamicMessage message(Descriptor type, int depth) {
        DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
        for (FieldDescriptor field : type.getFields()) {
            if (random.nextInt(10) < 2 || depth >= MAX_DEPTH) {
                continue;
            }
            if (field.isRepeated()) {
                for (int left = random.nextInt(4); left > 0; left--) {
                    message.addRepeatedField(field, value(field, depth));
                }
            } else {
                message.setField(field, value(field, depth));
            }
        }
        if (random.nextInt(20) == 0) {
            message.setUnknownFields(UnknownFieldSet.newBuilder()
                    .mergeVarintField(1 + random.nextInt(100_000), random.nextInt())
                    .build());
        }
        return message.build();
    }

    private Object value(FieldDescriptor field, int depth) {
        return switch (field.getJavaType()) {
            case INT -> (int) number();
            case LONG -> number();
            case BOOLEAN -> random.nextBoolean();
            case FLOAT -> (float) number();
            case DOUBLE -> random.nextBoolean() ? Double.NaN : (double) number();
            case STRING -> string();
            case BYTE_STRING -> byteString();
            case ENUM -> field.getEnumType().findValueByNumberCreatingIfUnknown(random.nextInt(12) - 1);
            case MESSAGE -> message(field.getMessageType(), depth + 1);
        };
    }

    private long number() {
        return random.nextInt(8) == 0 ? random.nextLong() : NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private String string() {
        return switch (random.nextInt(10)) {
            case 0 -> "";
            case 1 -> ".";
            case 2 -> "..";
            case 3 -> "../../etc/passwd";
            case 4 -> "x".repeat(250 + random.nextInt(3000));
            case 5 -> "nul\0 \u202e\n\ud83d\ude00 ";
            default -> words.get(random.nextInt(words.size()));
        };
    }

    private ByteString byteString() {
        if (random.nextInt(4) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return ByteString.copyFrom(noise);
        }
        ByteString valid = bytes.get(random.nextInt(bytes.size()));
        return random.nextBoolean() || valid.isEmpty() ? valid : damaged(valid);
    }

    private ByteString damaged(ByteString valid) {
        byte[] copy = valid.toByteArray();
        switch (random.nextInt(3)) {
            case 0 -> copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> {
                return valid.substring(0, random.nextInt(copy.length));
            }
            default -> {
                return valid.concat(valid.substring(random.nextInt(copy.length)));
            }
        }
        return ByteString.copyFrom(copy);
    }
}
