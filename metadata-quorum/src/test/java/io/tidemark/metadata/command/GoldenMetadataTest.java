// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.DeltaRecord;
import io.tidemark.v1.ImageRecord;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What stands in metadata logs and snapshots, and that it can still be read. */
class GoldenMetadataTest {
    static Stream<String> commands() {
        return Samples.commands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void commandsAreWrittenAsEver(String name) {
        ClusterCommand command = Objects.requireNonNull(Samples.commands().get(name));

        new GoldenFile("command-" + name + ".txt")
                .holds(GoldenText.of(MetadataCodec.toProto(command, Samples.CONTEXT)));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void commandsOfOldAreRead(String name) throws InvalidProtocolBufferException, MetadataFormatException {
        CommandRecord record = CommandRecord.parseFrom(new GoldenFile("command-" + name + ".txt").bytes());

        assertThat(MetadataCodec.fromProto(record)).isEqualTo(Samples.commands().get(name));
        assertThat(MetadataCodec.context(record, 77)).isEqualTo(Samples.CONTEXT);
    }

    @Test
    void imagesAreWrittenAsEver() {
        new GoldenFile("image.txt").holds(GoldenText.of(MetadataCodec.toProto(Samples.image())));
    }

    @Test
    void imagesOfOldAreRead() throws InvalidProtocolBufferException, MetadataFormatException {
        ClusterImage image = MetadataCodec.fromProto(ImageRecord.parseFrom(new GoldenFile("image.txt").bytes()));

        assertThat(image).isEqualTo(Samples.image());
    }

    @Test
    void deltasAreWrittenAsEver() {
        new GoldenFile("delta.txt").holds(GoldenText.of(MetadataCodec.toProto(Samples.delta())));
    }

    @Test
    void deltasOfOldAreRead() throws InvalidProtocolBufferException, MetadataFormatException {
        ClusterDelta delta = MetadataCodec.fromProto(DeltaRecord.parseFrom(new GoldenFile("delta.txt").bytes()));

        assertThat(delta).isEqualTo(Samples.delta());
    }

    @Test
    void answersAreWrittenAsEver() {
        new GoldenFile("answer.txt").holds(GoldenText.of(MetadataCodec.toProto(Samples.answer())));
    }

    @Test
    void answersOfOldAreRead() throws InvalidProtocolBufferException, MetadataFormatException {
        CommandAnswer answer =
                MetadataCodec.fromProto(io.tidemark.v1.CommandAnswer.parseFrom(new GoldenFile("answer.txt").bytes()));

        assertThat(answer).isEqualTo(Samples.answer());
    }
}
