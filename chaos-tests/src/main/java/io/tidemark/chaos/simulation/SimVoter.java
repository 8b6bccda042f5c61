// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.NoOp;
import io.tidemark.metadata.command.ClusterCommand.ReportRecoveredLogs;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.control.BrokerHeartbeat;
import io.tidemark.metadata.control.ControllerDuties;
import io.tidemark.metadata.control.DutyConfig;
import io.tidemark.metadata.control.HeartbeatVerdict;
import io.tidemark.metadata.control.LeaseGrant;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node of the metadata quorum: applies the log some time after it was committed, and does the controller's duties while
 * it believes to lead. One that was deposed goes on believing for a while; nothing it proposes commits.
 */
final class SimVoter extends SimProcess {
    private static final long TICK_MICROS = 25_000;
    private static final long NO_OP_MS = 1000;

    private final SimQuorum quorum;
    private final SimClock clock;
    private final int leaseMs;
    private final List<SimMetadataClient> subscribers = new ArrayList<>();
    private ClusterImage image = ClusterImage.EMPTY;
    private @Nullable ControllerDuties duties;
    private long activeTerm = -1;
    private long noOpDueMs;

    SimVoter(World world, int node, SimQuorum quorum, SimClock clock, int leaseMs) {
        super(world, node);
        this.quorum = quorum;
        this.clock = clock;
        this.leaseMs = leaseMs;
        tick();
    }

    ClusterImage image() {
        return image;
    }

    boolean isActive() {
        return duties != null;
    }

    private void tick() {
        world().after(TICK_MICROS, this, World.QUORUM, () -> {
            if (duties != null && clock.monotonicMs() - noOpDueMs >= 0) {
                noOpDueMs = clock.monotonicMs() + NO_OP_MS;
                propose(new NoOp());
            }
            act();
            tick();
        });
    }

    void becomeActive(long term) {
        duties = new ControllerDuties(
                new DutyConfig(leaseMs, 100, 500, 2_000, 4_000, 0.1, 50, 3_000), image, clock.monotonicMs());
        activeTerm = term;
        noOpDueMs = clock.monotonicMs() + NO_OP_MS;
        world().reached("controller takes over");
        act();
    }

    void stepDown() {
        duties = null;
        activeTerm = -1;
    }

    void applied(ClusterImage next) {
        image = next;
        for (SimMetadataClient subscriber : List.copyOf(subscribers)) {
            subscriber.push(this);
        }
        act();
    }

    void subscribe(SimMetadataClient client) {
        subscribers.add(client);
        client.push(this);
    }

    void unsubscribe(SimMetadataClient client) {
        subscribers.remove(client);
    }

    /** A command of somebody else. */
    void onCommand(ClusterCommand command, Consumer<CommandAnswer> answer) {
        if (duties == null) {
            answer.accept(CommandAnswer.failed(ErrorCode.ERROR_CODE_NOT_CONTROLLER, "", -1));
        } else if (command instanceof ReportRecoveredLogs report) {
            ErrorCode error = duties.onRecoveredLogs(image, report, clock.monotonicMs());
            world().reached("report of recovered logs " + error);
            answer.accept(CommandAnswer.failed(error, "", image.index()));
            act();
        } else {
            quorum.propose(this, activeTerm, command, 0, answer);
        }
    }

    HeartbeatAnswer onHeartbeat(Heartbeat heartbeat) {
        ControllerDuties active = duties;
        if (active == null) {
            return new HeartbeatAnswer(ErrorCode.ERROR_CODE_NOT_CONTROLLER, true, false, 0, 0);
        }
        long index = image.index();
        HeartbeatVerdict verdict = active.onHeartbeat(
                image,
                new BrokerHeartbeat(
                        heartbeat.broker(),
                        heartbeat.appliedIndex(),
                        heartbeat.wantUnfence(),
                        heartbeat.wantShutdown()),
                clock.monotonicMs());
        act();
        int grantedMs = LeaseGrant.leaseMs(verdict.leaseMs(), quorum.silenceMs(this), 0);
        return grantedMs == 0
                ? new HeartbeatAnswer(ErrorCode.ERROR_CODE_NOT_CONTROLLER, true, false, 0, 0)
                : new HeartbeatAnswer(verdict.error(), verdict.fenced(), verdict.mayShutDown(), grantedMs, index);
    }

    void onHeartbeatsBroken(BrokerLife life) {
        ControllerDuties active = duties;
        if (active != null) {
            active.onConnectionLost(life, clock.monotonicMs());
            act();
        }
    }

    private void act() {
        ControllerDuties active = duties;
        if (active == null) {
            return;
        }
        for (BrokerLife life : active.probesDue(clock.monotonicMs())) {
            quorum.dial(this, life, result -> {
                if (duties == active) {
                    active.onProbe(life, result, clock.monotonicMs());
                    act();
                }
            });
        }
        for (ClusterCommand command : active.due(image, clock.monotonicMs())) {
            propose(command);
        }
    }

    private void propose(ClusterCommand command) {
        quorum.propose(this, activeTerm, command, activeTerm, answer -> {});
    }
}
