// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.client.Heartbeat;
import io.tidemark.metadata.client.HeartbeatAnswer;
import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A broker's way to the quorum: follows the image of one voter, finds the controller, gives up after a time. */
final class SimMetadataClient implements MetadataClient {
    private static final long HEARTBEAT_PATIENCE_MICROS = 300_000;
    private static final int MERGED_MAX = 64;

    private final SimProcess process;
    private final SimNetwork network;
    private final SimQuorum quorum;
    private final Prng prng;
    private final List<ImageListener> listeners = new ArrayList<>();
    private ClusterImage image = ClusterImage.EMPTY;
    private int believedController;
    private @Nullable SimVoter source;
    private @Nullable SimConnection feed;
    private @Nullable SimConnection heartbeats;
    private boolean pushing;

    SimMetadataClient(SimProcess process, SimNetwork network, SimQuorum quorum, Prng prng) {
        this.process = process;
        this.network = network;
        this.quorum = quorum;
        this.prng = prng;
        believedController =
                quorum.voters().get(prng.below(quorum.voters().size())).node();
        follow();
    }

    private void follow() {
        SimVoter voter = prng.pick(quorum.voters());
        SimConnection connection = new SimConnection(network, process.node(), voter.node());
        source = voter;
        feed = connection;
        pushing = false;
        connection.onBroken(process, () -> {
            voter.unsubscribe(this);
            process.world().after(prng.between(5_000, 250_000), process, World.MESSAGE, this::follow);
        });
        connection.toServer(unused -> {
            if (source == voter && connection.isOpen()) {
                voter.subscribe(this);
            }
        });
    }

    /** The voter has something new; what comes together goes together. */
    void push(SimVoter voter) {
        SimConnection connection = feed;
        if (pushing || source != voter || connection == null) {
            return;
        }
        pushing = true;
        long index = voter.image().index();
        long lateMicros = network.imageDelayMicros(process.node());
        if (lateMicros == 0) {
            deliver(voter, connection, index);
        } else {
            process.world().after(lateMicros, voter, World.MESSAGE, () -> deliver(voter, connection, index));
        }
    }

    /** Brings the image to where the voter's was when it was sent; what came since goes together after it. */
    private void deliver(SimVoter voter, SimConnection connection, long index) {
        connection.toClient(process, () -> {
            long slowMicros = process.slowMicros();
            if (slowMicros == 0) {
                arrived(voter, connection, index);
            } else {
                process.world().after(slowMicros, process, World.MESSAGE, () -> arrived(voter, connection, index));
            }
        });
    }

    private void arrived(SimVoter voter, SimConnection connection, long index) {
        if (feed == connection) {
            pushing = false;
            advanceTo(index);
            if (voter.image().index() > index) {
                push(voter);
            }
        }
    }

    private void advanceTo(long index) {
        if (index <= image.index()) {
            return;
        }
        ClusterImage before = image;
        ClusterDelta delta;
        if (index - before.index() > MERGED_MAX) {
            process.world().reached("image replaced as a whole");
            delta = ClusterImages.diff(before, quorum.imageAt(index));
        } else {
            delta = quorum.deltaTo(before.index() + 1);
            for (long next = before.index() + 2; next <= index; next++) {
                delta = ClusterImages.merge(delta, quorum.deltaTo(next));
            }
        }
        image = ClusterImages.apply(before, delta);
        if (!image.equals(quorum.imageAt(index))) {
            process.world()
                    .violated(
                            "I18 images are prefixes of the log",
                            "broker " + process.node() + " at index " + index + " has " + image + " instead of "
                                    + quorum.imageAt(index));
        }
        ClusterDelta told = delta;
        for (ImageListener listener : List.copyOf(listeners)) {
            listener.onImage(before, image, told);
        }
    }

    @Override
    public CompletionStage<CommandAnswer> submit(ClusterCommand command, long timeoutMs) {
        CompletableFuture<CommandAnswer> answer = new CompletableFuture<>();
        process.world().after(timeoutMs * 1000, process, World.MESSAGE, () -> unknown(answer));
        attempt(command instanceof RegisterBroker registration ? observing(registration) : command, answer);
        return answer;
    }

    /** As the production client does: a registration says whom it replaces, and so cannot replace a later life. */
    private RegisterBroker observing(RegisterBroker registration) {
        BrokerImage present = image.brokers().get(registration.brokerId());
        return registration.observing(present == null ? -1 : present.brokerEpoch());
    }

    private void attempt(ClusterCommand command, CompletableFuture<CommandAnswer> answer) {
        if (answer.isDone()) {
            return;
        }
        SimConnection call = new SimConnection(network, process.node(), believedController, true);
        call.onBroken(process, () -> {
            elsewhere();
            unknown(answer);
        });
        call.toServer(target -> ((SimVoter) target)
                .onCommand(command, done -> call.toClient(process, () -> onAnswer(command, done, call, answer))));
    }

    private void onAnswer(
            ClusterCommand command, CommandAnswer done, SimConnection call, CompletableFuture<CommandAnswer> answer) {
        call.close();
        if (done.error() == ErrorCode.ERROR_CODE_NOT_CONTROLLER) {
            elsewhere();
            process.world().after(prng.between(5_000, 100_000), process, World.MESSAGE, () -> attempt(command, answer));
        } else {
            answer.complete(done);
        }
    }

    private static void unknown(CompletableFuture<CommandAnswer> answer) {
        if (!answer.isDone()) {
            answer.complete(CommandAnswer.failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "", -1));
        }
    }

    private void elsewhere() {
        believedController = prng.chance(0.5)
                ? quorum.leaderNode()
                : prng.pick(quorum.voters()).node();
    }

    @Override
    public CompletionStage<HeartbeatAnswer> heartbeat(Heartbeat heartbeat) {
        CompletableFuture<HeartbeatAnswer> answer = new CompletableFuture<>();
        SimConnection stream = heartbeatStream(heartbeat);
        stream.toServer(target -> {
            HeartbeatAnswer verdict = ((SimVoter) target).onHeartbeat(heartbeat);
            stream.toClient(process, () -> {
                if (verdict.error() == ErrorCode.ERROR_CODE_NOT_CONTROLLER) {
                    lostController(stream);
                    answer.completeExceptionally(new TimeoutException("not the controller"));
                } else {
                    answer.complete(verdict);
                }
            });
        });
        process.world().after(HEARTBEAT_PATIENCE_MICROS, process, World.MESSAGE, () -> {
            if (!answer.isDone()) {
                answer.completeExceptionally(new TimeoutException("no answer"));
            }
        });
        return answer;
    }

    private SimConnection heartbeatStream(Heartbeat heartbeat) {
        SimConnection stream = heartbeats;
        if (stream == null || !stream.isOpen()) {
            SimVoter voter = quorum.voter(believedController);
            SimConnection opened = new SimConnection(network, process.node(), voter.node());
            opened.onBroken(process, () -> lostController(opened));
            opened.onBroken(voter, () -> voter.onHeartbeatsBroken(heartbeat.broker()));
            heartbeats = opened;
            return opened;
        }
        return stream;
    }

    private void lostController(SimConnection stream) {
        stream.close();
        if (heartbeats == stream) {
            heartbeats = null;
            elsewhere();
        }
    }

    @Override
    public ClusterImage image() {
        return image;
    }

    @Override
    public void addListener(ImageListener listener) {
        listeners.add(listener);
        if (image.index() >= 0) {
            ClusterImage current = image;
            process.world()
                    .after(
                            0,
                            process,
                            World.MESSAGE,
                            () -> listener.onImage(
                                    ClusterImage.EMPTY, current, ClusterDelta.empty(-1, current.index())));
        }
    }

    @Override
    public int controllerId() {
        return believedController;
    }

    @Override
    public void close() {
        SimVoter voter = source;
        if (voter != null) {
            voter.unsubscribe(this);
        }
        source = null;
    }
}
