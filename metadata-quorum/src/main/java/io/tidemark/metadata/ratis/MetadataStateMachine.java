// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.command.MetadataFormatException;
import io.tidemark.metadata.control.ClusterController;
import io.tidemark.metadata.control.Decision;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.remote.ImageFeed;
import io.tidemark.v1.CommandRecord;
import io.tidemark.v1.ErrorCode;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries {@link ClusterController} in the Raft group: each entry of the log is a command, decided from the image as it is
 * when the entry's turn comes. The image's index moves only when the image changes. Entries are applied by one thread, in order and in the same way on every voter. Nothing is
 * thrown from applying: a division that throws is closed for good, on every voter.
 */
final class MetadataStateMachine extends BaseStateMachine {
    private static final Logger LOG = LoggerFactory.getLogger(MetadataStateMachine.class);

    private final ImageFeed feed;
    private final ImageSnapshots snapshots = new ImageSnapshots();
    private final QuorumBootstrap bootstrap;
    private final RaftEvents events;

    MetadataStateMachine(ImageFeed feed, QuorumBootstrap bootstrap, RaftEvents events) {
        this.feed = feed;
        this.bootstrap = bootstrap;
        this.events = events;
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId groupId, RaftStorage storage) throws IOException {
        super.initialize(server, groupId, storage);
        getLifeCycle().startAndTransition(() -> {
            bootstrap.onStorageReady();
            snapshots.init(storage);
            loadLatest();
        });
    }

    @Override
    public ImageSnapshots getStateMachineStorage() {
        return snapshots;
    }

    @Override
    public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
        events.onLogging(request.getCallId());
        return super.startTransaction(request);
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        CommandAnswer answer;
        try {
            answer = apply(entry);
        } catch (RuntimeException e) {
            // The same on every voter, since deciding is deterministic: the command changes nothing anywhere.
            LOG.error("the command at index {} failed and changes nothing", entry.getIndex(), e);
            answer = refused(
                    ErrorCode.ERROR_CODE_UNKNOWN_SERVER_ERROR,
                    e.toString(),
                    feed.image().index());
        } catch (Error e) {
            events.onFatal("applying the metadata log failed at index " + entry.getIndex(), e);
            return CompletableFuture.failedFuture(e);
        }
        updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
        return CompletableFuture.completedFuture(message(answer));
    }

    private CommandAnswer apply(LogEntryProto entry) {
        ClusterImage before = feed.image();
        Decision decision = decide(before, entry);
        ClusterDelta change = decision.delta();
        if (change != null) {
            ClusterImage after = ClusterImages.apply(before, change);
            feed.publish(after, change);
            if (after.featureLevel() > FeatureLevel.LATEST) {
                events.onFatal(FeatureLevel.unsupported(after.featureLevel()), null);
            }
        }
        return decision.answer();
    }

    private static Decision decide(ClusterImage before, LogEntryProto entry) {
        long index = entry.getIndex();
        CommandRecord record;
        ClusterCommand command;
        try {
            record = CommandRecord.parseFrom(
                    entry.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer());
            command = MetadataCodec.fromProto(record);
        } catch (InvalidProtocolBufferException | MetadataFormatException e) {
            LOG.error("the command at index {} cannot be read and changes nothing", index, e);
            return new Decision(null, refused(ErrorCode.ERROR_CODE_INVALID_REQUEST, e.toString(), before.index()));
        }
        CommandContext context = MetadataCodec.context(record, index);
        if (context.controllerTerm() != 0 && context.controllerTerm() != entry.getTerm()) {
            String message = "submitted in term " + context.controllerTerm() + ", logged in term " + entry.getTerm();
            return new Decision(null, refused(ErrorCode.ERROR_CODE_STALE_CONTROLLER, message, before.index()));
        }
        return ClusterController.decide(before, command, context);
    }

    @Override
    public long takeSnapshot() throws IOException {
        TermIndex applied = getLastAppliedTermIndex();
        if (applied == null || applied.getIndex() < 0) {
            return -1;
        }
        snapshots.save(applied, feed.image());
        LOG.info("snapshot of the metadata image taken at {}", applied);
        return applied.getIndex();
    }

    @Override
    public void pause() {
        getLifeCycle().transition(LifeCycle.State.PAUSING);
        getLifeCycle().transition(LifeCycle.State.PAUSED);
    }

    @Override
    public void reinitialize() throws IOException {
        snapshots.rescan();
        loadLatest();
        if (getLifeCycleState() == LifeCycle.State.PAUSED) {
            getLifeCycle().transition(LifeCycle.State.STARTING);
            getLifeCycle().transition(LifeCycle.State.RUNNING);
        }
    }

    private void loadLatest() throws IOException {
        ClusterImage loaded = snapshots.load();
        if (loaded != null && loaded.featureLevel() > FeatureLevel.LATEST) {
            throw new IOException(new QuorumStartException(FeatureLevel.unsupported(loaded.featureLevel())));
        }
        var latest = snapshots.getLatestSnapshot();
        feed.reset(loaded == null ? ClusterImage.EMPTY : loaded);
        setLastAppliedTermIndex(latest == null ? TermIndex.INITIAL_VALUE : latest.getTermIndex());
        LOG.info("metadata image loaded at {}", getLastAppliedTermIndex());
    }

    @Override
    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
        events.onLeaderChanged(QuorumIdentity.nodeId(leader));
    }

    @Override
    public void notifyLeaderReady() {
        events.onLeaderReady();
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        events.onNotLeader();
    }

    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto configuration) {
        LOG.info("quorum has {} voters as of {}", configuration.getPeersCount(), TermIndex.valueOf(term, index));
    }

    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        events.onFatal("the metadata log failed", cause);
    }

    @Override
    public void notifyServerShutdown(RoleInfoProto role, boolean allServer) {
        if (!allServer) {
            events.onToldToLeave();
        }
    }

    @Override
    public void close() {
        getLifeCycle().checkStateAndClose(events::onClosed);
    }

    private static CommandAnswer refused(ErrorCode error, String message, long index) {
        return CommandAnswer.failed(error, message, index);
    }

    private static Message message(CommandAnswer answer) {
        ByteString bytes = UnsafeByteOperations.unsafeWrap(MetadataCodec.toBytes(MetadataCodec.toProto(answer)));
        return Message.valueOf(bytes);
    }
}
