// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.command.ClusterCommand.FormatCluster;
import io.tidemark.metadata.command.ClusterCommand.NoOp;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.command.CommandContext;
import io.tidemark.metadata.control.ClusterController;
import io.tidemark.metadata.control.Decision;
import io.tidemark.metadata.control.ProbeResult;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.v1.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The metadata log as a quorum gives it: entries commit in order, each is decided when it is applied, and a change of leader
 * keeps any prefix of what was under way and loses the rest, while nobody is told which.
 */
final class SimQuorum {
    private static final int VOTERS = 3;

    private final World world;
    private final Prng prng;
    private final SimNetwork network;
    private final Cluster cluster;
    private final List<SimVoter> voters = new ArrayList<>();
    private final List<ClusterImage> images = new ArrayList<>();
    private final List<ClusterDelta> deltas = new ArrayList<>();
    private final ArrayDeque<Proposal> inFlight = new ArrayDeque<>();
    private int leader;
    private long term = 1;
    private boolean changing;
    /** The leader takes proposals and commits nothing: its followers have left it. */
    private boolean stalled;

    private long silentSinceMs;

    /** What the quorum tells and asks of the rest. */
    interface Cluster {
        /** An entry was applied. */
        void onApplied(ClusterImage before, ClusterImage after, ClusterCommand command, CommandAnswer answer);

        /** Whether a process listens where this life of a broker did; if not, whether its machine says so. */
        ProbeResult dial(int brokerId);
    }

    private record Proposal(
            long term, ClusterCommand command, CommandContext context, SimVoter by, Consumer<CommandAnswer> answer) {}

    SimQuorum(World world, SimNetwork network, Cluster cluster, int leaseMs) {
        this.world = world;
        this.network = network;
        this.cluster = cluster;
        this.prng = world.prng().fork("quorum");
        for (int i = 0; i < VOTERS; i++) {
            long rate = 1_000_000 + prng.between(-30_000, 30_000);
            int node = SimNetwork.FIRST_VOTER + i;
            SimVoter voter =
                    new SimVoter(world, node, this, new SimClock(world, prng.between(0, 1 << 30), rate), leaseMs);
            voters.add(voter);
            network.setProcess(node, voter);
        }
        apply(new Proposal(
                1, new FormatCluster("simulated", 1000), new CommandContext(-1, 1, 0, 0), voters.get(0), unused -> {}));
        voters.forEach(voter -> voter.applied(image()));
        voters.get(0).becomeActive(1);
    }

    ClusterImage image() {
        return images.get(images.size() - 1);
    }

    ClusterImage imageAt(long index) {
        return images.get((int) index);
    }

    ClusterDelta deltaTo(long index) {
        return deltas.get((int) index);
    }

    SimVoter voter(int node) {
        return voters.get(node - SimNetwork.FIRST_VOTER);
    }

    List<SimVoter> voters() {
        return voters;
    }

    /** Time for which the voter's followers have been silent, as it sees it while it takes itself for the leader. */
    long silenceMs(SimVoter voter) {
        boolean heard = voter == voters.get(leader) && !stalled && !changing;
        return heard ? 0 : world.nowMs() - silentSinceMs;
    }

    int leaderNode() {
        return SimNetwork.FIRST_VOTER + leader;
    }

    /** Hands a command to the log of a voter that believes to lead. */
    void propose(
            SimVoter by, long byTerm, ClusterCommand command, long controllerTerm, Consumer<CommandAnswer> answer) {
        CommandContext context = new CommandContext(-1, controllerTerm, world.nowMs(), prng.nextLong());
        Proposal proposal = new Proposal(byTerm, command, context, by, answer);
        if (changing || byTerm != term || by != voters.get(leader)) {
            unknownLater(proposal);
            return;
        }
        inFlight.addLast(proposal);
        if (inFlight.size() == 1) {
            planCommit();
        }
    }

    private void planCommit() {
        long planTerm = term;
        world.after(prng.between(500, prng.chance(0.05) ? 200_000 : 8_000), null, World.QUORUM, () -> {
            if (term == planTerm && !changing && !stalled && !inFlight.isEmpty()) {
                Proposal proposal = inFlight.removeFirst();
                CommandAnswer answer = apply(proposal);
                proposal.by().applied(image());
                catchUp();
                if (!proposal.by().isPaused()) {
                    proposal.answer().accept(answer);
                } else {
                    unknownLater(proposal);
                }
                if (!inFlight.isEmpty()) {
                    planCommit();
                }
            }
        });
    }

    private CommandAnswer apply(Proposal proposal) {
        long index = images.size();
        ClusterImage before = images.isEmpty() ? ClusterImage.EMPTY : image();
        CommandContext asked = proposal.context();
        CommandContext context = new CommandContext(index, asked.controllerTerm(), asked.timeMs(), asked.entropy());
        Decision decision = context.controllerTerm() != 0 && context.controllerTerm() != proposal.term()
                ? new Decision(null, CommandAnswer.failed(ErrorCode.ERROR_CODE_STALE_CONTROLLER, "", index))
                : ClusterController.decide(before, proposal.command(), context);
        ClusterDelta change = decision.delta();
        ClusterDelta delta = change == null ? ClusterDelta.empty(before.index(), index) : change;
        ClusterImage after = ClusterImages.apply(before, delta);
        images.add(after);
        deltas.add(delta);
        world.trace(index * 131 + after.hashCode());
        if (world.isVerbose() && !(proposal.command() instanceof NoOp)) {
            world.say("metadata " + index + ": " + proposal.command() + " -> "
                    + decision.answer().error() + " " + delta.partitions().values());
        }
        cluster.onApplied(before, after, proposal.command(), decision.answer());
        return decision.answer();
    }

    private void catchUp() {
        for (SimVoter voter : voters) {
            if (voter != voters.get(leader)) {
                world.after(prng.between(500, prng.chance(0.1) ? 600_000 : 40_000), voter, World.QUORUM, () -> {
                    if (voter.image().index() < image().index()) {
                        voter.applied(image());
                    }
                });
            }
        }
    }

    private void unknownLater(Proposal proposal) {
        world.after(prng.between(50_000, 2_500_000), null, World.QUORUM, () -> proposal.answer()
                .accept(CommandAnswer.failed(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE, "", -1)));
    }

    /** Another voter is elected; the old one may not know for a while. */
    void changeLeader(long zombieMs) {
        if (changing || stalled) {
            return;
        }
        stalled = true;
        silentSinceMs = world.nowMs();
        world.after(prng.between(0, 500_000), null, World.QUORUM, () -> depose(zombieMs));
    }

    private void depose(long zombieMs) {
        stalled = false;
        changing = true;
        SimVoter old = voters.get(leader);
        world.after(zombieMs * 1000, old, World.QUORUM, () -> {
            if (old != voters.get(leader) || !old.isActive() || changing) {
                old.stepDown();
            }
        });
        int kept = inFlight.isEmpty() ? 0 : prng.below(inFlight.size() + 1);
        List<Proposal> surviving = new ArrayList<>();
        while (!inFlight.isEmpty()) {
            Proposal proposal = inFlight.removeFirst();
            if (surviving.size() < kept) {
                surviving.add(proposal);
                world.reached("command survives a change of controller");
            } else {
                world.reached("command lost with a change of controller");
            }
            unknownLater(proposal);
        }
        int next = (leader + 1 + prng.below(VOTERS - 1)) % VOTERS;
        world.after(prng.between(20_000, 900_000), null, World.QUORUM, () -> takeOver(next, surviving));
    }

    private void takeOver(int next, List<Proposal> surviving) {
        surviving.forEach(this::apply);
        leader = next;
        term++;
        changing = false;
        SimVoter voter = voters.get(next);
        if (!voter.isPaused()) {
            voter.applied(image());
        }
        catchUp();
        long myTerm = term;
        world.after(0, voter, World.QUORUM, () -> {
            if (term == myTerm && !changing) {
                voter.applied(image());
                voter.becomeActive(myTerm);
            }
        });
    }

    /** Looks whether somebody listens where a broker did. */
    void dial(SimVoter by, BrokerLife life, Consumer<ProbeResult> result) {
        int brokerId = life.brokerId();
        world.after(prng.between(500, 20_000), by, World.QUORUM, () -> {
            boolean reachable = !network.isCut(by.node(), brokerId) && !network.isCut(brokerId, by.node());
            result.accept(reachable ? cluster.dial(brokerId) : ProbeResult.OTHER);
        });
    }
}
