// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.tidemark.engine.runtime.BrokerLease;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One life of a broker, as a state machine: inputs are calls with the time, outputs are {@link LifecycleActions}. No thread,
 * no clock. One owner.
 *
 * <pre>
 * REGISTERING --registered--&gt; CATCHING_UP --image has the registration--&gt; FENCED --unfenced--&gt; RUNNING
 *                                                                          ^------fenced--------'
 * any of these --stop--&gt; LEAVING --may shut down, or time is over--&gt; LEFT
 * any --stale broker epoch--&gt; ENDED
 * </pre>
 *
 * <p>The lease counts from when an acknowledged heartbeat was sent, so it ends here before it ends at the controller,
 * whatever the network did to the answer, and it counts only once the image shows what the controller had given to others
 * when it granted it. A lost heartbeat suspends it until the next answer. Whether the broker is fenced is taken from the image
 * alone: an answer may be older than the image.
 */
public final class BrokerLifecycle {
    /** Where a broker is in its life. */
    public enum Phase {
        /** Asks to be registered. */
        REGISTERING,
        /** Waits for its image to hold the registration. */
        CATCHING_UP,
        /** Serves, but may neither lead nor be in sync. */
        FENCED,
        /** Serves. */
        RUNNING,
        /** Leaves in good order. */
        LEAVING,
        /** May be left alone. */
        LEFT,
        /** Must end. */
        ENDED
    }

    private static final long NEVER = Long.MAX_VALUE;

    /** A lease to the end of which the broker may count once its image is at the index. */
    private record Grant(long index, long endMs) {}

    private final int brokerId;
    private final LifecycleTimes times;
    private final LifecycleActions actions;
    private Phase phase = Phase.REGISTERING;
    private long brokerEpoch = -1;
    private long nextRegisterMs = NEVER;
    private long duplicateSinceMs = NEVER;
    private long nextHeartbeatMs = NEVER;
    private long leaseEndMs = BrokerLease.NONE;
    /** Leases that do not count yet, oldest first; few, for none outlasts its own length. */
    private final Deque<Grant> grants = new ArrayDeque<>();

    private long imageIndex = -1;
    /** The end of the lease as it was told last; {@link BrokerLease#NONE} while there is none. */
    private long toldEndMs = BrokerLease.NONE;
    /** Whether a heartbeat was lost since the last answer: another controller may be at work, and may have fenced this. */
    private boolean leaseSuspended;

    private long leaveByMs = NEVER;
    private long silentSinceMs = NEVER;

    BrokerLifecycle(int brokerId, LifecycleTimes times, LifecycleActions actions) {
        this.brokerId = brokerId;
        this.times = times;
        this.actions = actions;
    }

    Phase phase() {
        return phase;
    }

    boolean isLeaseValid() {
        return toldEndMs != BrokerLease.NONE;
    }

    /** The logs are recovered: begin. */
    void onStart() {
        if (phase == Phase.REGISTERING) {
            actions.register();
        }
    }

    void onRegisterAnswer(CommandAnswer answer, long nowMs) {
        if (phase != Phase.REGISTERING) {
            return;
        }
        switch (answer.error()) {
            case ERROR_CODE_UNSPECIFIED -> {
                brokerEpoch = answer.brokerEpoch();
                phase = Phase.CATCHING_UP;
                actions.announce("registered with broker epoch " + brokerEpoch);
            }
            case ERROR_CODE_QUORUM_UNAVAILABLE, ERROR_CODE_NOT_CONTROLLER, ERROR_CODE_UNKNOWN_SERVER_ERROR ->
                nextRegisterMs = nowMs + times.registerRetryMs();
            case ERROR_CODE_DUPLICATE_BROKER_REGISTRATION -> onDuplicate(answer.message(), nowMs);
            default -> end("broker " + brokerId + " is refused: " + answer.message());
        }
    }

    private void onDuplicate(String message, long nowMs) {
        if (duplicateSinceMs == NEVER) {
            duplicateSinceMs = nowMs;
            actions.announce("waiting for an earlier life of broker " + brokerId + " to end: " + message);
        }
        if (nowMs - duplicateSinceMs >= times.duplicateLimitMs()) {
            end("another process runs as broker " + brokerId + "; stop it or give this node its own node.id");
        } else {
            nextRegisterMs = nowMs + times.registerRetryMs();
        }
    }

    /** The image moved on; {@code self} is this broker in it. */
    void onImage(@Nullable BrokerImage self, long index, long nowMs) {
        if (self == null || brokerEpoch < 0 || phase == Phase.ENDED) {
            return;
        }
        if (self.brokerEpoch() > brokerEpoch) {
            end("broker " + brokerId + " was registered again by another process");
            return;
        }
        if (self.brokerEpoch() < brokerEpoch) {
            return;
        }
        if (phase == Phase.CATCHING_UP) {
            // Only from here on may the broker serve and ask to be unfenced (guard G36).
            phase = Phase.FENCED;
            actions.activate();
            beat(nowMs);
        }
        setFenced(self.fenced());
        imageIndex = index;
        takeUpGrants();
        updateLease(nowMs);
    }

    /** A lease counts once the image shows what had been given to others when it was granted (R60). */
    private void takeUpGrants() {
        for (Grant grant = grants.peek(); grant != null && grant.index() <= imageIndex; grant = grants.peek()) {
            leaseEndMs = Math.max(leaseEndMs, grant.endMs());
            grants.remove();
        }
    }

    private void setFenced(boolean fenced) {
        if (fenced && phase == Phase.RUNNING) {
            phase = Phase.FENCED;
            leaseEndMs = BrokerLease.NONE;
            grants.clear();
            actions.announce("fenced, broker epoch " + brokerEpoch);
        } else if (!fenced && phase == Phase.FENCED) {
            phase = Phase.RUNNING;
            actions.announce("running, broker epoch " + brokerEpoch);
        }
    }

    void onHeartbeatAnswer(HeartbeatAnswer answer, long sentMs, long nowMs) {
        if (phase == Phase.ENDED || phase == Phase.LEFT) {
            return;
        }
        if (answer.error() != ErrorCode.ERROR_CODE_UNSPECIFIED) {
            end("broker " + brokerId + " with epoch " + brokerEpoch + " is not registered any more (" + answer.error()
                    + "); start it again");
            return;
        }
        silentSinceMs = NEVER;
        leaseSuspended = false;
        if (!answer.fenced()) {
            // A tenth of the lease is kept back for clocks that do not run at the same rate.
            grants.add(new Grant(answer.metadataIndex(), sentMs + answer.leaseMs() - answer.leaseMs() / 10));
            grants.removeIf(grant -> grant.endMs() <= nowMs);
            takeUpGrants();
        }
        if (phase == Phase.LEAVING && answer.mayShutDown()) {
            leave("in good order");
        }
        updateLease(nowMs);
    }

    void onHeartbeatLost(long nowMs) {
        if (silentSinceMs == NEVER) {
            silentSinceMs = nowMs;
        }
        leaseSuspended = true;
        updateLease(nowMs);
    }

    /** The node was asked to stop. */
    void onStop(long nowMs) {
        switch (phase) {
            case REGISTERING, CATCHING_UP -> leave("before it served");
            case FENCED, RUNNING -> {
                phase = Phase.LEAVING;
                leaveByMs = nowMs + times.leaveLimitMs();
                beat(nowMs);
            }
            default -> {
                // Already on its way out.
            }
        }
    }

    void onTick(long nowMs) {
        if (phase == Phase.REGISTERING && nowMs >= nextRegisterMs) {
            nextRegisterMs = NEVER;
            actions.register();
        }
        if (phase == Phase.LEAVING) {
            checkLeaving(nowMs);
        }
        if (nowMs >= nextHeartbeatMs) {
            beat(nowMs);
        }
        updateLease(nowMs);
    }

    private void checkLeaving(long nowMs) {
        if (nowMs >= leaveByMs) {
            leave("although it still leads partitions: the time for a controlled shutdown is over");
        } else if (silentSinceMs != NEVER && nowMs - silentSinceMs >= times.leaveSilenceMs()) {
            leave("although it may still lead partitions: no controller answers");
        }
    }

    private void beat(long nowMs) {
        if (phase == Phase.FENCED || phase == Phase.RUNNING || phase == Phase.LEAVING) {
            nextHeartbeatMs = nowMs + times.heartbeatMs();
            actions.heartbeat(phase == Phase.FENCED, phase == Phase.LEAVING, nowMs);
        } else {
            nextHeartbeatMs = NEVER;
        }
    }

    private void updateLease(long nowMs) {
        boolean valid = isLeaseRunning(nowMs);
        long endMs = valid ? leaseEndMs : BrokerLease.NONE;
        if (endMs != toldEndMs) {
            toldEndMs = endMs;
            actions.lease(endMs);
            if (!valid && phase == Phase.RUNNING) {
                actions.announce("lease ended: no controller answered in time, broker epoch " + brokerEpoch);
            }
        }
    }

    /**
     * Whether no other broker can have been elected in this one's place: its time has not run out, the way to the controller
     * holds, and the image does not say that it is fenced.
     */
    private boolean isLeaseRunning(long nowMs) {
        return nowMs < leaseEndMs && !leaseSuspended && (phase == Phase.RUNNING || phase == Phase.LEAVING);
    }

    private void leave(String how) {
        phase = Phase.LEFT;
        actions.left(how);
    }

    private void end(String reason) {
        phase = Phase.ENDED;
        actions.end(reason);
    }
}
