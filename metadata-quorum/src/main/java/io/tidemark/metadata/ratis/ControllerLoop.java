// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.FormatCluster;
import io.tidemark.metadata.command.ClusterCommand.NoOp;
import io.tidemark.metadata.command.ClusterCommand.PurgeTopics;
import io.tidemark.metadata.command.ClusterCommand.ReportRecoveredLogs;
import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.control.BrokerHeartbeat;
import io.tidemark.metadata.control.ControllerDuties;
import io.tidemark.metadata.control.DutyConfig;
import io.tidemark.metadata.control.HeartbeatVerdict;
import io.tidemark.metadata.control.LeaseGrant;
import io.tidemark.metadata.control.ProbeResult;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.metadata.remote.ControllerEndpoint;
import io.tidemark.metadata.remote.ImageFeed;
import io.tidemark.metadata.remote.LoopThread;
import io.tidemark.metadata.remote.QuorumView;
import io.tidemark.v1.ErrorCode;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The active controller's thread. Being told that this node leads, or no longer does, comes from different threads and out
 * of order; both are posted here, and starting looks again. Duties carry the term they began in, and the log refuses them
 * under another. A controller whose proposals stall stops by itself: it may be cut off, and Ratis notices only when it
 * falls silent.
 */
final class ControllerLoop implements ControllerEndpoint, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);
    private static final long NONE = -1;
    private static final long LOOK_MS = 1000;
    private static final long LOOK_BUSY_MS = 100;
    private static final long NO_OP_MS = 1000;
    private static final long IDLE_NO_OP_MS = 5000;
    private static final long AGAIN_MS = 500;
    private static final long OWN_TIMEOUT_MS = 5000;

    private final QuorumNodeConfig config;
    private final QuorumDivision division;
    private final ImageFeed feed;
    private final Supplier<QuorumView> view;
    private final Proposals proposals;
    private final ProcessProbe probe;
    private final QuorumMembership membership;
    private final VoterFeatures voterFeatures;
    private final LoopThread thread;
    private final Alarm alarm;
    private final LeadPatience patience;
    private final Runnable imageWaker = this::onImageMoved;
    private final AtomicBoolean imageMoved = new AtomicBoolean();
    private volatile long activeTerm = NONE;
    private @Nullable ControllerDuties duties;
    private long proposedMs;
    private long formatDueMs;
    private long purgeDueMs;

    ControllerLoop(QuorumNodeConfig config, QuorumDivision division, ImageFeed feed, Supplier<QuorumView> view) {
        int nodeId = config.directory().nodeId();
        this.config = config;
        this.division = division;
        this.feed = feed;
        this.view = view;
        this.proposals = new Proposals(division);
        this.probe = new ProcessProbe("broker-probe-" + nodeId);
        this.membership = new QuorumMembership(nodeId, division, view);
        this.voterFeatures = new VoterFeatures(nodeId);
        this.thread = new LoopThread("controller-" + nodeId);
        this.alarm = new Alarm(thread, guarded(this::tick));
        this.patience = new LeadPatience(4L * config.electionTimeoutMaxMs());
        feed.addWaker(imageWaker);
        execute(() -> {});
    }

    /** A request of this node is about to enter the log. Any thread. */
    void onLogging(long callId) {
        proposals.onLogging(callId);
    }

    /** Runs a small task on this node's controller thread again and again, whether the node leads or not. */
    void every(long pauseMs, Runnable task) {
        thread.every(pauseMs, guarded(task));
    }

    /** This node leads. Any thread; does not block. */
    void onLeaderReady() {
        execute(this::startDuties);
    }

    /** This node does not lead any more. Any thread; does not block. */
    void onNotLeader() {
        activeTerm = NONE;
        execute(this::stopDuties);
    }

    boolean isActive() {
        return activeTerm != NONE;
    }

    @Override
    public CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs) {
        if (!isActive()) {
            return notActive();
        }
        return command instanceof ReportRecoveredLogs report ? note(report) : proposals.propose(command, 0, timeoutMs);
    }

    /** What a broker has is only kept in mind: it says nothing that must outlive this controller. */
    private CompletionStage<CommandAnswer> note(ReportRecoveredLogs report) {
        CompletableFuture<CommandAnswer> answer = new CompletableFuture<>();
        boolean taken = execute(() -> {
            ControllerDuties active = duties;
            ClusterImage image = feed.image();
            ErrorCode error = active == null
                    ? ErrorCode.ERROR_CODE_NOT_CONTROLLER
                    : active.onRecoveredLogs(image, report, nowMs());
            answer.complete(
                    error == ErrorCode.ERROR_CODE_UNSPECIFIED
                            ? CommandAnswer.ok(image.index())
                            : CommandAnswer.failed(error, "the report is not taken", image.index()));
            act();
        });
        if (!taken) {
            answer.complete(CommandAnswer.failed(ErrorCode.ERROR_CODE_NOT_CONTROLLER, "this node is stopping", -1));
        }
        return answer;
    }

    @Override
    public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat) {
        CompletableFuture<HeartbeatAnswer> answer = new CompletableFuture<>();
        if (!isActive() || !execute(() -> answer.complete(onHeartbeat(heartbeat)))) {
            answer.complete(notController());
        }
        return answer;
    }

    @Override
    public void onHeartbeatsBroken(BrokerLife broker) {
        execute(() -> {
            withDuties(active -> active.onConnectionLost(broker, nowMs()));
            act();
        });
    }

    @Override
    public CompletionStage<CommandAnswer> addVoter(Endpoint grpc, long timeoutMs) {
        return isActive() ? membership.add(grpc, timeoutMs) : notActive();
    }

    @Override
    public CompletionStage<CommandAnswer> removeVoter(int nodeId, long timeoutMs) {
        return isActive() ? membership.remove(nodeId, timeoutMs) : notActive();
    }

    @Override
    public CompletionStage<CommandAnswer> transferLeadership(int nodeId, long timeoutMs) {
        return isActive() ? membership.transfer(nodeId, timeoutMs) : notActive();
    }

    @Override
    public CompletionStage<CommandAnswer> upgradeFeatures(int level, long timeoutMs) {
        long term = activeTerm;
        if (term == NONE) {
            return notActive();
        }
        return voterFeatures.ask(view().voters(), timeoutMs).thenCompose(voters -> {
            int wanted = level == 0 ? voters.withBrokers(feed.image()) : level;
            String problem = voters.problem(wanted);
            return problem == null
                    ? proposals.propose(new UpgradeFeatures(wanted), term, timeoutMs)
                    : CompletableFuture.completedFuture(
                            CommandAnswer.failed(ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL, problem, -1));
        });
    }

    private static CompletionStage<CommandAnswer> notActive() {
        return CompletableFuture.completedFuture(CommandAnswer.failed(
                ErrorCode.ERROR_CODE_NOT_CONTROLLER, "this node is not the active controller", -1));
    }

    @Override
    public QuorumView view() {
        return view.get();
    }

    @Override
    public void close() {
        activeTerm = NONE;
        feed.removeWaker(imageWaker);
        thread.close();
        probe.close();
        membership.close();
        voterFeatures.close();
    }

    private void startDuties() {
        long term = division.term();
        if (!division.isLeaderReady() || activeTerm == term) {
            return;
        }
        ClusterImage image = feed.image();
        duties = new ControllerDuties(DutyConfig.withLease(config.sessionTimeoutMs()), image, nowMs());
        activeTerm = term;
        proposedMs = nowMs();
        formatDueMs = nowMs();
        purgeDueMs = nowMs();
        LOG.info(
                "node {} is the active controller in term {}",
                config.directory().nodeId(),
                term);
        if (!image.clusterId().isEmpty()
                && !image.clusterId().equals(config.directory().clusterId())) {
            LOG.error("the metadata log is of cluster {}", image.clusterId());
        }
        act();
    }

    /** Topics whose grace period has ended go for good. */
    private void purgeOverdue(ClusterImage image) {
        long timeMs = System.currentTimeMillis();
        List<UUID> overdue = image.topics().values().stream()
                .filter(topic -> topic.isDeleted() && topic.purgeAtMs() <= timeMs)
                .map(TopicImage::topicId)
                .toList();
        if (!overdue.isEmpty() && nowMs() - purgeDueMs >= 0) {
            purgeDueMs = nowMs() + AGAIN_MS;
            propose(new PurgeTopics(overdue));
        }
    }

    /** Until the image shows it: what became of an attempt may never be known. */
    private void formatIfNew(ClusterImage image, long now) {
        if (image.clusterId().isEmpty() && now - formatDueMs >= 0) {
            formatDueMs = now + AGAIN_MS;
            // Far apart starts, so that producer ids of a restored copy of the cluster do not meet those of the
            // original.
            propose(new FormatCluster(config.directory().clusterId(), new SecureRandom().nextLong() >>> 24));
        }
    }

    private void stopDuties() {
        if (duties != null) {
            LOG.info(
                    "node {} is no longer the active controller",
                    config.directory().nodeId());
        }
        duties = null;
        activeTerm = NONE;
    }

    private void tick() {
        giveUpLeadThatGetsNowhere();
        if (duties == null) {
            if (division.isLeaderReady() && !isStalled()) {
                startDuties();
            }
            return;
        }
        if (isStalled()) {
            LOG.warn("commands do not commit: the active controller of term {} stops", activeTerm);
            stopDuties();
        } else if (!division.isLeaderReady() || division.term() != activeTerm) {
            stopDuties();
        } else {
            if (isNoOpDue()) {
                propose(new NoOp());
            }
            act();
        }
    }

    private void giveUpLeadThatGetsNowhere() {
        LeadProgress progress = division.leadProgress();
        boolean waiting = proposals.isBusy() || !division.isLeaderReady();
        if (patience.isOver(progress, waiting, nowMs())) {
            LOG.warn(
                    "node {} leads the quorum in term {} and commits nothing: it gives up the lead",
                    config.directory().nodeId(),
                    division.term());
            division.stepDown();
        }
    }

    /** An idle log must move for a lagging follower to be healed; where none lags it need not move often. */
    private boolean isNoOpDue() {
        long idleMs = nowMs() - proposedMs;
        return idleMs >= IDLE_NO_OP_MS || (idleMs >= NO_OP_MS && division.hasLaggingFollower());
    }

    private void onImageMoved() {
        if (isActive() && imageMoved.compareAndSet(false, true)) {
            execute(() -> {
                imageMoved.set(false);
                act();
            });
        }
    }

    /** The next time to look without being asked. */
    private void setAlarm() {
        long now = nowMs();
        ControllerDuties active = duties;
        long next = now + (proposals.isBusy() ? LOOK_BUSY_MS : LOOK_MS);
        if (active != null) {
            next = Math.max(now + 1, Math.min(next, active.nextMs(now)));
        }
        alarm.setBy(next, now);
    }

    private boolean isStalled() {
        return proposals.isStalled(TimeUnit.MILLISECONDS.toNanos(2L * config.electionTimeoutMaxMs()));
    }

    /** Submits and dials what is due. */
    private void act() {
        withDuties(active -> {
            ClusterImage image = feed.image();
            long now = nowMs();
            formatIfNew(image, now);
            purgeOverdue(image);
            for (BrokerLife life : active.probesDue(now)) {
                dial(image, life);
            }
            for (ClusterCommand command : active.due(image, now)) {
                propose(command);
            }
        });
    }

    private void dial(ClusterImage image, BrokerLife life) {
        BrokerImage broker = image.brokers().get(life.brokerId());
        if (broker == null || broker.brokerEpoch() != life.brokerEpoch()) {
            return;
        }
        probe.look(
                broker.endpoint(),
                gone -> execute(() -> {
                    if (gone) {
                        LOG.info("nobody listens at {}: broker {} is gone", broker.endpoint(), life.brokerId());
                    }
                    withDuties(active -> active.onProbe(life, gone ? ProbeResult.REFUSED : ProbeResult.OTHER, nowMs()));
                    act();
                }));
    }

    private HeartbeatAnswer onHeartbeat(Heartbeat heartbeat) {
        ControllerDuties active = duties;
        if (active == null || !isActive()) {
            return notController();
        }
        ClusterImage image = feed.image();
        HeartbeatVerdict verdict = active.onHeartbeat(
                image,
                new BrokerHeartbeat(
                        heartbeat.broker(),
                        heartbeat.appliedIndex(),
                        heartbeat.wantUnfence(),
                        heartbeat.wantShutdown()),
                nowMs());
        act();
        // Looked at last, for it may change while the duties work.
        int leaseMs =
                LeaseGrant.leaseMs(verdict.leaseMs(), division.majoritySilenceMs(), config.electionTimeoutMinMs());
        return leaseMs == 0
                ? notController()
                : new HeartbeatAnswer(verdict.error(), verdict.fenced(), verdict.mayShutDown(), leaseMs, image.index());
    }

    private void withDuties(Consumer<ControllerDuties> action) {
        ControllerDuties active = duties;
        if (active != null && isActive()) {
            action.accept(active);
        }
    }

    private void propose(ClusterCommand command) {
        long term = activeTerm;
        if (term == NONE) {
            return;
        }
        proposedMs = nowMs();
        var unused = proposals.propose(command, term, OWN_TIMEOUT_MS).thenAccept(answer -> {
            if (!answer.isOk()) {
                LOG.info("{} in term {}: {} {}", command, term, answer.error(), answer.message());
            } else if (!(command instanceof NoOp)) {
                LOG.info("{} in term {} applied at index {}", command, term, answer.index());
            }
        });
    }

    private static HeartbeatAnswer notController() {
        return new HeartbeatAnswer(ErrorCode.ERROR_CODE_NOT_CONTROLLER, true, false, 0, 0);
    }

    private boolean execute(Runnable task) {
        return thread.offer(guarded(task));
    }

    /** A controller that met a fault cannot know what it has left undone. */
    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
                setAlarm();
            } catch (RuntimeException | Error e) {
                config.fatalHandler().onFatal("the controller's thread met a fault", e);
            }
        };
    }

    private static long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
