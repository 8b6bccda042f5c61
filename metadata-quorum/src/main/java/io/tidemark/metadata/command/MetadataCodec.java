// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.BrokerRecord;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.DeltaRecord;
import io.tidemark.v1.ImageRecord;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicRecord;

/**
 * Metadata as the protobuf messages of {@code tidemark/v1/metadata.proto}, and back. Fields that this version does not
 * know are skipped; another format version, an unknown kind of command and ids of a wrong length are refused. Equal
 * values give equal messages, and {@link #toBytes} gives equal bytes for them. Pure; any thread.
 */
public final class MetadataCodec {
    /** Format version that this code writes and reads. */
    public static final int FORMAT_VERSION = 1;

    private MetadataCodec() {}

    /** A command with what its log entry says besides; the index is not written, the log knows it. */
    public static CommandRecord toProto(ClusterCommand command, CommandContext context) {
        return CommandWriter.write(command, context);
    }

    /** The command of a log entry. */
    public static ClusterCommand fromProto(CommandRecord message) throws MetadataFormatException {
        return CommandReader.read(message);
    }

    /** What a log entry says besides its command. */
    public static CommandContext context(CommandRecord message, long index) {
        return new CommandContext(index, message.getControllerTerm(), message.getTimeMs(), message.getEntropy());
    }

    /** A command's answer. */
    public static io.tidemark.v1.CommandAnswer toProto(CommandAnswer answer) {
        return AnswerCodec.write(answer);
    }

    /** A command's answer. */
    public static CommandAnswer fromProto(io.tidemark.v1.CommandAnswer message) throws MetadataFormatException {
        return AnswerCodec.read(message);
    }

    /** A whole image. */
    public static ImageRecord toProto(ClusterImage image) {
        return ImageCodec.write(image);
    }

    /** A whole image. */
    public static ClusterImage fromProto(ImageRecord message) throws MetadataFormatException {
        return ImageCodec.read(message);
    }

    /** A change of the image. */
    public static DeltaRecord toProto(ClusterDelta delta) {
        return DeltaCodec.write(delta);
    }

    /** A change of the image. */
    public static ClusterDelta fromProto(DeltaRecord message) throws MetadataFormatException {
        return DeltaCodec.read(message);
    }

    /** A broker. */
    public static BrokerRecord toProto(BrokerImage broker) {
        return RecordCodec.write(broker);
    }

    /** A broker. */
    public static BrokerImage fromProto(BrokerRecord message) throws MetadataFormatException {
        return RecordCodec.read(message);
    }

    /** A topic with its partitions. */
    public static TopicRecord toProto(TopicImage topic) {
        return RecordCodec.write(topic);
    }

    /** A topic with its partitions. */
    public static TopicImage fromProto(TopicRecord message) throws MetadataFormatException {
        return RecordCodec.read(message);
    }

    /** A partition, under its number. */
    public static PartitionRecord toProto(int partition, PartitionImage image) {
        return RecordCodec.write(partition, image);
    }

    /** A partition. */
    public static PartitionImage fromProto(PartitionRecord message) {
        return RecordCodec.read(message);
    }

    /** A host and port. */
    public static io.tidemark.v1.Endpoint toProto(Endpoint endpoint) {
        return RecordCodec.write(endpoint);
    }

    /** A host and port. */
    public static Endpoint fromProto(io.tidemark.v1.Endpoint message) {
        return RecordCodec.read(message);
    }

    /** The bytes of a message, the same for equal messages: map fields are written in order of their keys. */
    public static byte[] toBytes(MessageLite message) {
        byte[] bytes = new byte[message.getSerializedSize()];
        CodedOutputStream output = CodedOutputStream.newInstance(bytes);
        output.useDeterministicSerialization();
        try {
            message.writeTo(output);
        } catch (Exception impossible) {
            throw new IllegalStateException("a message is larger than its own size", impossible);
        }
        output.checkNoSpaceLeft();
        return bytes;
    }

    static void checkVersion(int version, String what) throws MetadataFormatException {
        if (version != FORMAT_VERSION) {
            throw new MetadataFormatException("format version " + version + " of a " + what + " is not "
                    + FORMAT_VERSION + ": it was written by another version of the software");
        }
    }
}
