// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.ClusterCommand.FormatCluster;
import io.tidemark.metadata.command.ClusterCommand.NoOp;
import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.remote.ImageFeed;
import io.tidemark.v1.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataStateMachineTest {
    private static final long TERM = 5;

    private final ImageFeed feed = new ImageFeed();

    @Test
    void theImagesIndexMovesOnlyWhenTheImageChanges(@TempDir Path dir) throws Exception {
        MetadataStateMachine machine = machine(dir);
        assertThat(apply(machine, 1, new FormatCluster("c1", 1000), TERM).isOk())
                .isTrue();
        CommandAnswer block = apply(machine, 3, new AllocateProducerIds(10), 0);
        CommandAnswer idle = apply(machine, 4, new NoOp(), TERM);

        assertThat(block.firstProducerId()).isEqualTo(1000);
        assertThat(idle.isOk()).isTrue();
        assertThat(idle.index()).isEqualTo(3);
        assertThat(feed.image().index()).isEqualTo(3);
        assertThat(feed.image().nextProducerId()).isEqualTo(1010);
        assertThat(machine.getLastAppliedTermIndex().getIndex()).isEqualTo(4);
    }

    @Test
    void rejectsACommandOfAControllerOfAnotherTerm(@TempDir Path dir) throws Exception {
        MetadataStateMachine machine = machine(dir);
        CommandAnswer answer = apply(machine, 1, new FormatCluster("c1", 1000), TERM - 1);

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_STALE_CONTROLLER);
        assertThat(feed.image().clusterId()).isEmpty();
        assertThat(feed.image()).isEqualTo(ClusterImage.EMPTY);
        assertThat(answer.index()).isEqualTo(-1);
    }

    @Test
    void answersWhatItCannotReadAndGoesOn(@TempDir Path dir) throws Exception {
        MetadataStateMachine machine = machine(dir);
        CommandAnswer answer = apply(machine, 1, ByteString.copyFrom(new byte[] {(byte) 0xff, 1, 2}));

        assertThat(answer.error()).isEqualTo(ErrorCode.ERROR_CODE_INVALID_REQUEST);
        assertThat(apply(machine, 2, new FormatCluster("c1", 1), TERM).isOk()).isTrue();
    }

    @Test
    void anErrorWhileApplyingEndsTheNodeAndAppliesNothing(@TempDir Path dir) {
        List<String> fatal = new ArrayList<>();
        MetadataStateMachine machine = machine(dir, new Fatal(fatal));
        feed.addWaker(() -> {
            throw new StackOverflowError("in a test");
        });

        assertThatThrownBy(() -> apply(machine, 1, new FormatCluster("c1", 1000), TERM))
                .hasRootCauseInstanceOf(StackOverflowError.class);
        assertThat(fatal).singleElement(as(STRING)).contains("at index 1");
        assertThat(machine.getLastAppliedTermIndex().getIndex()).isLessThan(1);
    }

    @Test
    void aLogThatCannotBeWrittenEndsTheNode(@TempDir Path dir) {
        List<String> fatal = new ArrayList<>();
        machine(dir, new Fatal(fatal)).notifyLogFailed(new IOException("No space left on device"), null);
        assertThat(fatal).singleElement(as(STRING)).contains("the metadata log failed");
    }

    @Test
    void aLevelThatThisSoftwareDoesNotSupportEndsTheNode(@TempDir Path dir) throws Exception {
        List<String> fatal = new ArrayList<>();
        MetadataStateMachine machine = machine(dir, new Fatal(fatal));
        assertThat(apply(machine, 1, new FormatCluster("c1", 1000), TERM).isOk())
                .isTrue();
        apply(machine, 2, new UpgradeFeatures(FeatureLevel.LATEST), TERM);
        assertThat(fatal).isEmpty();
        apply(machine, 3, new UpgradeFeatures(FeatureLevel.LATEST + 1), TERM);
        assertThat(fatal)
                .singleElement(as(STRING))
                .contains("feature level is " + (FeatureLevel.LATEST + 1))
                .contains("newer software");
    }

    private MetadataStateMachine machine(Path dir) {
        return machine(dir, new Ignored());
    }

    private MetadataStateMachine machine(Path dir, RaftEvents events) {
        FormattedDirectory directory = new FormattedDirectory(dir, "c1", 1, new UUID(1, 1));
        return new MetadataStateMachine(feed, new QuorumBootstrap(directory), events);
    }

    private static CommandAnswer apply(
            MetadataStateMachine machine, long index, ClusterCommand command, long controllerTerm) throws Exception {
        byte[] entry = MetadataCodec.toBytes(
                MetadataCodec.toProto(command, new CommandContext(-1, controllerTerm, 1_000, 42)));
        return apply(machine, index, ByteString.copyFrom(entry));
    }

    private static CommandAnswer apply(MetadataStateMachine machine, long index, ByteString data) throws Exception {
        LogEntryProto entry = LogEntryProto.newBuilder()
                .setTerm(TERM)
                .setIndex(index)
                .setStateMachineLogEntry(StateMachineLogEntryProto.newBuilder().setLogData(data))
                .build();
        TransactionContext transaction = TransactionContext.newBuilder()
                .setServerRole(RaftPeerRole.FOLLOWER)
                .setStateMachine(machine)
                .setLogEntry(entry)
                .build();
        return MetadataCodec.fromProto(io.tidemark.v1.CommandAnswer.parseFrom(
                machine.applyTransaction(transaction).join().getContent().toByteArray()));
    }

    /** Notes what the node would end for. */
    private static final class Fatal extends Ignored {
        private final List<String> reasons;

        Fatal(List<String> reasons) {
            this.reasons = reasons;
        }

        @Override
        public void onFatal(String reason, @Nullable Throwable cause) {
            reasons.add(reason);
        }
    }

    private static class Ignored implements RaftEvents {
        @Override
        public void onLeaderChanged(int nodeId) {}

        @Override
        public void onLeaderReady() {}

        @Override
        public void onNotLeader() {}

        @Override
        public void onLogging(long callId) {}

        @Override
        public void onClosed() {}

        @Override
        public void onToldToLeave() {}

        @Override
        public void onFatal(String reason, @Nullable Throwable cause) {
            throw new AssertionError(reason, cause);
        }
    }
}
