// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;

/**
 * Three replicas, a controller and a network driven by one seed: messages are delayed, lost, repeated and reordered,
 * brokers crash and come back, images are merged, disks fill. A flushed cluster also loses everything that was not forced
 * to disk at each crash. Afterwards everything heals.
 */
final class RandomSchedule {
    private static final int STEPS = 400;

    private final Random random;
    private final List<String> trace = new ArrayList<>();
    private final ScriptedCluster cluster;
    private final ModelController controller;
    /** Per broker the version of metadata it has seen. */
    private final Map<Integer, Integer> seenVersion = new TreeMap<>();

    private final List<ModelProducer> producers = List.of(new ModelProducer(1), new ModelProducer(2));
    private final List<ScriptedNetwork.Fetch> lateFetches = new ArrayList<>();
    private final List<ScriptedNetwork.Reply> lateReplies = new ArrayList<>();
    private final List<ScriptedCluster.Proposal> lateProposals = new ArrayList<>();
    private long lastToken;

    RandomSchedule(long seed) {
        random = new Random(seed);
        cluster = new ScriptedCluster(random.nextInt(3) == 0, trace::add);
        controller = new ModelController(1 + random.nextInt(2));
        cluster.nodes.keySet().forEach(broker -> seenVersion.put(broker, -1));
        cluster.onDone = done -> producers.forEach(producer -> producer.onDone(done.replyToken()));
        cluster.onRejected = rejection ->
                producers.forEach(producer -> producer.onRejected(rejection.replyToken(), rejection.error()));
    }

    /** What happened, one line each; the last lines say what is wrong, if anything is. */
    List<String> run() {
        for (int step = 0; step < STEPS && isSound(); step++) {
            step();
            cluster.check();
        }
        if (isSound()) {
            heal();
            cluster.check();
            checkHealed();
        }
        return trace;
    }

    private boolean isSound() {
        return trace.isEmpty() || !isWrong(trace.get(trace.size() - 1));
    }

    static boolean isWrong(String line) {
        return line.contains("VIOLATION") || line.contains("OFFLINE:");
    }

    private void step() {
        int broker = 1 + random.nextInt(3);
        int dice = random.nextInt(100);
        if (dice < 22) {
            produce(broker);
        } else if (dice < 44) {
            deliverFetch(broker);
        } else if (dice < 66) {
            deliverReply(broker);
        } else if (dice < 74) {
            showMetadata(broker, random.nextInt(3) == 0 ? 1 : 100);
        } else if (dice < 82) {
            decide();
        } else if (dice < 88) {
            tick(broker, random.nextInt(8) == 0 ? 1_100 : 60);
        } else if (dice < 92) {
            disturbNetwork(broker);
        } else if (dice < 96) {
            disturbDisk(broker);
        } else {
            disturbBroker(broker);
        }
    }

    private void produce(int broker) {
        ScriptedNode node = cluster.node(broker);
        boolean leads = node.isUp && node.replica.state().role() == ReplicaState.Role.LEADER;
        if (!leads && random.nextInt(8) > 0) {
            return;
        }
        long token = ++lastToken;
        int acks = random.nextInt(4) == 0 ? 1 : -1;
        ModelProducer producer = random.nextInt(3) == 0 ? null : producers.get(random.nextInt(producers.size()));
        ByteBuffer batch = producer == null ? Batches.ofRecords(1) : producer.send(token, random.nextInt(3) == 0);
        long content = producer == null ? token : producer.contentOf(token);
        cluster.written(token, content, acks == -1);
        ProduceInput input = new ProduceInput(
                token, ScriptedLog.mark(batch, content), acks, OptionalInt.empty(), cluster.nowMs + 2_000);
        trace.add("produce " + broker + " t" + token + " content " + content + " acks " + acks);
        if (node.isUp) {
            node.run(() -> node.replica.onProduce(input, cluster.nowMs, node.out()));
        }
    }

    private void deliverFetch(int follower) {
        ScriptedNetwork.Fetch fetch = random.nextInt(12) == 0 && !lateFetches.isEmpty()
                ? lateFetches.remove(random.nextInt(lateFetches.size()))
                : cluster.network.takeFetchOf(follower);
        if (fetch == null) {
            return;
        }
        trace.add("deliver fetch " + fetch.sent().fetchId() + " of " + fetch.follower() + "/" + fetch.brokerEpoch());
        if (!cluster.node(fetch.sent().leader()).isUp) {
            failFetch(fetch);
            return;
        }
        cluster.network.fetches.add(0, fetch);
        cluster.deliverFetch(fetch.follower(), 500);
    }

    private void failFetch(ScriptedNetwork.Fetch fetch) {
        ScriptedNode node = cluster.node(fetch.follower());
        if (node.isUp && node.brokerEpoch == fetch.brokerEpoch()) {
            node.run(() -> node.replica.onFetchFailed(fetch.sent().fetchId(), cluster.nowMs, node.out()));
        }
    }

    private void deliverReply(int follower) {
        ScriptedNetwork.Reply reply = random.nextInt(12) == 0 && !lateReplies.isEmpty()
                ? lateReplies.remove(random.nextInt(lateReplies.size()))
                : cluster.network.takeReplyTo(follower);
        if (reply == null || !cluster.node(reply.follower()).isUp) {
            return;
        }
        trace.add("deliver reply " + reply.reply().fetchId() + " to " + reply.follower());
        cluster.network.replies.add(0, reply);
        cluster.deliverReply(reply.follower());
    }

    private void showMetadata(int broker, int versions) {
        ScriptedNode node = cluster.node(broker);
        int seen = seenVersion.getOrDefault(broker, -1);
        int next = Math.min(controller.versions.size() - 1, seen + versions);
        if (!node.isUp || next <= seen) {
            return;
        }
        seenVersion.put(broker, next);
        PartitionAssignment assignment = controller.versions.get(next);
        trace.add("image " + next + " to " + broker + ": leader " + assignment.leader() + " le "
                + assignment.leaderEpoch() + " pe " + assignment.partitionEpoch() + " isr " + assignment.isr()
                + " eligible " + assignment.eligible());
        node.run(() -> node.replica.onAssignment(assignment, cluster.nowMs, node.out()));
    }

    /** A proposal reaches the controller; its answer may be lost, and so may it be while it is carried out later. */
    private void decide() {
        if (random.nextInt(6) == 0 && !lateProposals.isEmpty()) {
            ScriptedCluster.Proposal late = lateProposals.remove(random.nextInt(lateProposals.size()));
            trace.add("late proposal " + late + " -> " + controller.decide(late));
            return;
        }
        if (cluster.proposals.isEmpty()) {
            return;
        }
        ScriptedCluster.Proposal proposal = cluster.proposals.remove(0);
        IsrDecision.Outcome outcome = IsrDecision.Outcome.UNKNOWN;
        int dice = random.nextInt(5);
        if (dice == 0) {
            lateProposals.add(proposal);
        } else if (dice == 1) {
            trace.add("unheard " + controller.decide(proposal));
        } else {
            outcome = controller.decide(proposal);
        }
        answer(proposal, outcome);
    }

    private void answer(ScriptedCluster.Proposal proposal, IsrDecision.Outcome outcome) {
        ScriptedNode node = cluster.node(proposal.sender().brokerId());
        trace.add("decide " + proposal + " -> " + outcome);
        if (node.isUp && node.brokerEpoch == proposal.sender().brokerEpoch()) {
            IsrDecision decision = new IsrDecision(proposal.sent().proposalId(), outcome);
            node.run(() -> node.replica.onIsrDecision(decision, cluster.nowMs, node.out()));
        }
    }

    private void tick(int broker, int elapsedMs) {
        cluster.nowMs += elapsedMs;
        trace.add("tick " + broker + " at " + cluster.nowMs);
        ScriptedNode node = cluster.node(broker);
        if (node.isUp) {
            node.run(() -> node.replica.onTick(cluster.nowMs, node.out()));
        }
    }

    private void disturbNetwork(int broker) {
        switch (random.nextInt(4)) {
            case 0 -> {
                ScriptedNetwork.Fetch fetch = cluster.network.takeFetchOf(broker);
                if (fetch != null) {
                    trace.add("lose fetch of " + broker);
                    lateFetches.add(fetch);
                    failFetch(fetch);
                }
            }
            case 1 -> {
                ScriptedNetwork.Reply reply = cluster.network.takeReplyTo(broker);
                ScriptedNode node = cluster.node(broker);
                if (reply != null && node.isUp) {
                    trace.add("lose reply to " + broker);
                    lateReplies.add(reply);
                    node.run(() -> node.replica.onFetchFailed(reply.reply().fetchId(), cluster.nowMs, node.out()));
                }
            }
            case 2 -> cluster.network.fetches.stream().findFirst().ifPresent(lateFetches::add);
            default -> cluster.network.replies.stream().findFirst().ifPresent(lateReplies::add);
        }
    }

    private void disturbDisk(int broker) {
        ScriptedNode node = cluster.node(broker);
        switch (random.nextInt(5)) {
            case 0 -> node.diskIsFull = !node.diskIsFull;
            case 1 -> node.pauseLog();
            case 2 -> trim(node);
            default -> restoreDisk(node);
        }
    }

    private void restoreDisk(ScriptedNode node) {
        node.diskIsFull = false;
        if (node.isUp) {
            node.resumeLog();
            node.flush();
        }
    }

    private void trim(ScriptedNode node) {
        if (node.isUp && random.nextInt(4) == 0) {
            long start = node.replica.state().highWatermark() - random.nextInt(4);
            trace.add("trim " + node.broker + " to " + start);
            node.run(() -> node.replica.onTrimRequested(start, cluster.nowMs, node.out()));
        }
    }

    private void disturbBroker(int broker) {
        ScriptedNode node = cluster.node(broker);
        if (!node.isUp) {
            restart(node);
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> crash(node);
            case 1 -> {
                trace.add("fence " + broker);
                controller.fence(broker);
            }
            case 2 -> {
                trace.add("prefer " + broker);
                controller.prefer(broker);
            }
            default -> {
                trace.add("unfence " + broker);
                controller.unfence(broker);
            }
        }
    }

    private void crash(ScriptedNode node) {
        trace.add("crash " + node.broker);
        node.crash();
        List<Long> parked = new ArrayList<>();
        cluster.fetchOfToken.forEach((token, fetch) -> {
            if (fetch.sent().leader() == node.broker) {
                parked.add(token);
            }
        });
        for (long token : parked) {
            ScriptedNetwork.Fetch fetch = cluster.fetchOfToken.remove(token);
            if (fetch != null) {
                failFetch(fetch);
            }
        }
        if (random.nextBoolean()) {
            controller.fence(node.broker);
        }
    }

    /** A new life sees metadata only from its registration on. */
    private void restart(ScriptedNode node) {
        long kept = cluster.isFlushed ? node.log.flushedEnd : node.log.logEnd;
        node.log.highWatermarkHint -= random.nextInt(3);
        cluster.nowMs++;
        node.restart(kept);
        trace.add("restart " + node.broker + " keeps " + kept + " epoch " + node.brokerEpoch);
        controller.register(node.broker, node.brokerEpoch);
        seenVersion.put(node.broker, controller.versions.size() - 2);
        showMetadata(node.broker, 100);
        controller.unfence(node.broker);
    }

    private void heal() {
        trace.add("heal");
        for (ScriptedNode node : cluster.nodes.values()) {
            if (!node.isUp) {
                restart(node);
            }
            restoreDisk(node);
            controller.unfence(node.broker);
        }
        for (int round = 0; round < 40; round++) {
            for (int broker : cluster.nodes.keySet()) {
                showMetadata(broker, 100);
                tick(broker, 100);
            }
            cluster.exchange(cluster.nodes.keySet());
            cluster.nodes.values().forEach(ScriptedNode::flush);
            while (!cluster.proposals.isEmpty()) {
                ScriptedCluster.Proposal proposal = cluster.proposals.remove(0);
                answer(proposal, controller.decide(proposal));
            }
        }
    }

    private void checkHealed() {
        if (controller.leader() < 0 || controller.isr().size() < 3) {
            trace.add("VIOLATION: leader " + controller.leader() + ", isr " + controller.isr() + " after healing");
            return;
        }
        ScriptedNode leader = cluster.node(controller.leader());
        ReplicaState state = leader.replica.state();
        if (state.highWatermark() != state.logEndOffset() || state.pendingProduces() > 0) {
            trace.add("VIOLATION: not everything is committed: " + state);
        }
        for (ScriptedNode node : cluster.nodes.values()) {
            if (!isEqual(node.log, leader.log)) {
                trace.add("VIOLATION: log of " + node.broker + " differs: " + node.log.describe() + " from "
                        + leader.log.describe());
            }
        }
        checkSequences(leader);
    }

    /** Equal from where both begin: a new leader may not have heard of the last log start. */
    private static boolean isEqual(ScriptedLog one, ScriptedLog other) {
        boolean isEqual = one.logEnd == other.logEnd;
        for (long offset = Math.max(one.logStart, other.logStart); isEqual && offset < one.logEnd; offset++) {
            isEqual = one.contentAt(offset) == other.contentAt(offset);
        }
        return isEqual;
    }

    /** Per producer each sequence is stored at most once, and in order. */
    private void checkSequences(ScriptedNode leader) {
        Map<Long, Long> last = new TreeMap<>();
        for (long offset = leader.log.logStart; offset < leader.log.logEnd; offset++) {
            long content = leader.log.contentAt(offset);
            if (ModelProducer.isSequenced(content)) {
                Long before = last.put(ModelProducer.epochOf(content), content);
                if (before != null && content != before + 1) {
                    trace.add("VIOLATION: sequence " + content + " after " + before + " at " + offset);
                }
            }
        }
    }
}
