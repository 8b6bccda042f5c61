// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.DeltaRecord;
import io.tidemark.v1.ElectLeaders;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ImageRecord;
import io.tidemark.v1.TopicRecord;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MetadataCodecTest {
    private static final UnknownFieldSet NEWER = UnknownFieldSet.newBuilder()
            .addField(900, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();

    @Test
    void fieldsOfANewerVersionAreSkipped() throws MetadataFormatException {
        ImageRecord image = MetadataCodec.toProto(Samples.image()).toBuilder()
                .setUnknownFields(NEWER)
                .build();
        DeltaRecord delta = MetadataCodec.toProto(Samples.delta()).toBuilder()
                .setUnknownFields(NEWER)
                .build();
        CommandRecord command = noOp().toBuilder().setUnknownFields(NEWER).build();

        assertThat(MetadataCodec.fromProto(image)).isEqualTo(Samples.image());
        assertThat(MetadataCodec.fromProto(delta)).isEqualTo(Samples.delta());
        assertThat(MetadataCodec.fromProto(command)).isEqualTo(new ClusterCommand.NoOp());
    }

    @Test
    void anotherFormatVersionIsRefused() {
        refused(() ->
                MetadataCodec.fromProto(noOp().toBuilder().setFormatVersion(2).build()));
        refused(() -> MetadataCodec.fromProto(MetadataCodec.toProto(Samples.image()).toBuilder()
                .setFormatVersion(0)
                .build()));
        refused(() -> MetadataCodec.fromProto(MetadataCodec.toProto(Samples.delta()).toBuilder()
                .setFormatVersion(3)
                .build()));
    }

    @Test
    void aCommandOfAnUnknownKindIsRefused() {
        refused(() -> MetadataCodec.fromProto(noOp().toBuilder().clearNoOp().build()));
        refused(() -> MetadataCodec.fromProto(noOp().toBuilder()
                .setElectLeaders(ElectLeaders.newBuilder().setKindValue(99))
                .build()));
    }

    @Test
    void idsOfAWrongLengthAreRefused() {
        refused(() -> MetadataCodec.fromProto(MetadataCodec.toProto(Samples.broker(1)).toBuilder()
                .setDirectoryId(ByteString.copyFromUtf8("short"))
                .build()));
    }

    @Test
    void partitionsOutOfPlaceAreRefused() {
        TopicRecord topic =
                MetadataCodec.toProto(Samples.image().topics().firstEntry().getValue());
        refused(() -> MetadataCodec.fromProto(
                topic.toBuilder().addPartitions(topic.getPartitions(0)).build()));
    }

    @Test
    void anErrorOfANewerVersionIsAnUnknownOne() throws MetadataFormatException {
        CommandAnswer answer = MetadataCodec.fromProto(
                io.tidemark.v1.CommandAnswer.newBuilder().setErrorValue(12_345).build());

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_UNKNOWN_SERVER_ERROR);
        assertThat(answer.isOk()).isFalse();
    }

    @Test
    void bytesDoNotDependOnTheOrderInWhichConfigsWereSet() {
        TopicRecord.Builder one = TopicRecord.newBuilder();
        TopicRecord.Builder other = TopicRecord.newBuilder();
        for (int i = 0; i < 40; i++) {
            one.putConfigs("key" + i, "value");
            other.putConfigs("key" + (39 - i), "value");
        }

        assertThat(MetadataCodec.toBytes(one.build())).isEqualTo(MetadataCodec.toBytes(other.build()));
    }

    @Test
    void theEmptyImageAndTheEmptyDeltaSurvive() throws MetadataFormatException {
        assertThat(MetadataCodec.fromProto(MetadataCodec.toProto(ClusterImage.EMPTY)))
                .isEqualTo(ClusterImage.EMPTY);
        ClusterDelta empty = ClusterDelta.empty(-1, 4);
        assertThat(MetadataCodec.fromProto(MetadataCodec.toProto(empty))).isEqualTo(empty);
        assertThat(empty.isEmpty()).isTrue();
    }

    private static CommandRecord noOp() {
        return MetadataCodec.toProto(new ClusterCommand.NoOp(), Samples.CONTEXT);
    }

    private static void refused(ThrowingCallable reading) {
        assertThatThrownBy(reading).isInstanceOf(MetadataFormatException.class).hasMessageNotContaining("\n");
    }
}
