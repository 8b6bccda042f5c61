// SPDX-License-Identifier: Apache-2.0
package io.tidemark.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.tidemark.record.GoldenFile;
import io.tidemark.v1.Admin;
import io.tidemark.v1.Controller;
import io.tidemark.v1.Errors;
import io.tidemark.v1.Fetch;
import io.tidemark.v1.Group;
import io.tidemark.v1.GroupRecord;
import io.tidemark.v1.Metadata;
import io.tidemark.v1.Produce;
import io.tidemark.v1.Replica;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Everything of the wire contract that other programs depend on: names, numbers and types. */
class WireContractTest {
    private static final List<FileDescriptor> FILES = List.of(
            Admin.getDescriptor(),
            Controller.getDescriptor(),
            Errors.getDescriptor(),
            Fetch.getDescriptor(),
            Group.getDescriptor(),
            GroupRecord.getDescriptor(),
            Metadata.getDescriptor(),
            Produce.getDescriptor(),
            Replica.getDescriptor());

    @Test
    void contractIsTheGoldenOne() {
        StringBuilder text = new StringBuilder();
        FILES.forEach(file -> print(file, text));

        new GoldenFile("wire-contract.txt").assertHolds(text.toString());
    }

    @Test
    void everyFileIsLookedAt() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src", "main", "proto", "tidemark", "v1"))) {
            assertThat(files.map(file -> "tidemark/v1/" + file.getFileName()))
                    .containsExactlyInAnyOrderElementsOf(
                            FILES.stream().map(FileDescriptor::getName).toList());
        }
    }

    private static void print(FileDescriptor file, StringBuilder text) {
        FileDescriptorProto proto = file.toProto();
        text.append("file ").append(file.getName()).append(" package ").append(file.getPackage());
        text.append(" syntax ").append(proto.getSyntax()).append(" java ");
        text.append(proto.getOptions().getJavaPackage()).append('\n');
        sorted(file.getServices().stream(), ServiceDescriptor::getName).forEach(service -> print(service, text));
        sorted(file.getMessageTypes().stream(), Descriptor::getName).forEach(message -> print(message, text));
        sorted(file.getEnumTypes().stream(), EnumDescriptor::getName).forEach(type -> print(type, text));
    }

    private static <T> Stream<T> sorted(Stream<T> parts, java.util.function.Function<T, String> name) {
        return parts.sorted(Comparator.comparing(name));
    }

    private static void print(ServiceDescriptor service, StringBuilder text) {
        text.append("service ").append(service.getFullName()).append('\n');
        for (MethodDescriptor method : service.getMethods()) {
            text.append("  rpc ").append(method.getName()).append('(');
            text.append(method.isClientStreaming() ? "stream " : "");
            text.append(method.getInputType().getFullName()).append(") returns (");
            text.append(method.isServerStreaming() ? "stream " : "");
            text.append(method.getOutputType().getFullName()).append(")\n");
        }
    }

    private static void print(Descriptor message, StringBuilder text) {
        text.append("message ").append(message.getFullName()).append('\n');
        message.getFields().stream()
                .sorted(Comparator.comparingInt(FieldDescriptor::getNumber))
                .forEach(field -> print(field, text));
        message.toProto().getReservedRangeList().forEach(range -> text.append("  reserved ")
                .append(range.getStart())
                .append(" to ")
                .append(range.getEnd() - 1)
                .append('\n'));
        message.toProto()
                .getReservedNameList()
                .forEach(name -> text.append("  reserved ").append(name).append('\n'));
        sorted(message.getNestedTypes().stream(), Descriptor::getName).forEach(nested -> print(nested, text));
        sorted(message.getEnumTypes().stream(), EnumDescriptor::getName).forEach(type -> print(type, text));
    }

    private static void print(FieldDescriptor field, StringBuilder text) {
        text.append(String.format(Locale.ROOT, "  %d %s", field.getNumber(), field.getName()));
        text.append(field.isRepeated() ? " repeated" : "");
        text.append(field.toProto().getProto3Optional() ? " optional" : "");
        text.append(field.isPacked() ? " packed" : "");
        text.append(' ').append(field.getType().name().toLowerCase(Locale.ROOT));
        if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
            text.append(' ').append(field.getMessageType().getFullName());
        } else if (field.getJavaType() == FieldDescriptor.JavaType.ENUM) {
            text.append(' ').append(field.getEnumType().getFullName());
        }
        if (field.getRealContainingOneof() != null) {
            text.append(" oneof ").append(field.getRealContainingOneof().getName());
        }
        text.append('\n');
    }

    private static void print(EnumDescriptor type, StringBuilder text) {
        text.append("enum ").append(type.getFullName()).append('\n');
        type.getValues().stream()
                .sorted(Comparator.comparingInt(EnumValueDescriptor::getNumber))
                .forEach(value -> text.append("  ")
                        .append(value.getNumber())
                        .append(' ')
                        .append(value.getName())
                        .append('\n'));
    }
}
