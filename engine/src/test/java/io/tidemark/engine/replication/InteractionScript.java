// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

import io.tidemark.record.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Runs the commands of an interaction file and writes the file as it should be: comments and commands as they are, below
 * each command what every replica did.
 */
final class InteractionScript {
    private final List<String> output = new ArrayList<>();
    private ScriptedCluster cluster = new ScriptedCluster(false, output::add);
    private List<String> words = List.of();
    private Map<String, String> options = new LinkedHashMap<>();
    /** The partition as the controller has it; a command names only what changes. */
    private final Map<String, String> metadata = new LinkedHashMap<>();

    static String run(List<String> lines) {
        InteractionScript script = new InteractionScript();
        for (String line : lines) {
            if (line.startsWith(">")) {
                script.output.add(line);
                script.execute(line.substring(1).trim());
                script.cluster.check();
            } else if (line.startsWith("#") || line.isBlank()) {
                script.output.add(line);
            }
        }
        return String.join("\n", script.output) + "\n";
    }

    private void execute(String command) {
        words = new ArrayList<>();
        options = new LinkedHashMap<>();
        for (String word : command.split(" +", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                options.put(word.substring(0, equals), word.substring(equals + 1));
            } else {
                words.add(word);
            }
        }
        switch (words.get(0)) {
            case "cluster" -> cluster = new ScriptedCluster(words.contains("flushed"), output::add);
            case "assign" -> assign();
            case "produce" -> produce();
            case "consume" -> consume();
            case "offsets" -> offsets();
            case "deliver", "drop", "repeat" -> network();
            case "exchange" -> exchange();
            case "fetch-failed" -> fetchFailed();
            case "decide" -> decide();
            case "tick" -> tick();
            case "lease" -> lease();
            case "trim" -> trim();
            case "delete" -> delete();
            case "forge" -> forge();
            case "durability" -> durability();
            case "allow-loss" -> cluster.lossIsAllowed = true;
            case "state" -> state();
            default -> node();
        }
    }

    private void node() {
        ScriptedNode node = cluster.node(number(1));
        switch (words.get(0)) {
            case "crash" -> node.crash();
            case "restart" -> restart(node);
            case "wipe" -> node.wipe();
            case "disk-full" -> node.diskIsFull = true;
            case "disk-free" -> node.diskIsFull = false;
            case "pause-log" -> node.pauseLog();
            case "resume-log" -> node.resumeLog();
            case "flush" -> node.flush();
            case "fail-log" ->
                node.run(() -> node.replica.onLogFailed("input/output error", cluster.nowMs, node.out()));
            default -> throw new IllegalArgumentException("unknown command " + words);
        }
    }

    private void restart(ScriptedNode node) {
        if (options.containsKey("hint")) {
            node.log.highWatermarkHint = option("hint", 0);
        }
        cluster.nowMs++;
        node.restart(option("keep", Long.MAX_VALUE));
    }

    /** Changes the partition's metadata and shows it to the brokers after {@code to}; to all when none is named. */
    private void assign() {
        options.forEach(metadata::put);
        for (String flag : List.of("recovering", "recovered")) {
            if (words.contains(flag)) {
                metadata.put("recovering", String.valueOf("recovering".equals(flag)));
            }
        }
        List<Integer> receivers =
                options.containsKey("to") ? ids(options.get("to")) : List.copyOf(cluster.nodes.keySet());
        metadata.remove("to");
        PartitionAssignment assignment = assignment();
        for (int receiver : receivers) {
            ScriptedNode node = cluster.node(receiver);
            if (node.isUp) {
                node.run(() -> node.replica.onAssignment(assignment, cluster.nowMs, node.out()));
            }
        }
    }

    private PartitionAssignment assignment() {
        List<ReplicaLife> registered = new ArrayList<>();
        cluster.nodes.values().forEach(node -> registered.add(new ReplicaLife(node.broker, node.brokerEpoch)));
        List<Integer> fenced = ids(metadata.getOrDefault("fenced", ""));
        List<ReplicaLife> eligible = registered.stream()
                .filter(life -> !fenced.contains(life.brokerId()))
                .toList();
        return new PartitionAssignment(
                1,
                ids(metadata.getOrDefault("replicas", "1,2,3")),
                ids(metadata.getOrDefault("isr", "1,2,3")),
                Integer.parseInt(metadata.getOrDefault("leader", "1")),
                Integer.parseInt(metadata.getOrDefault("le", "1")),
                Integer.parseInt(metadata.getOrDefault("pe", "1")),
                Integer.parseInt(metadata.getOrDefault("min", "2")),
                Boolean.parseBoolean(metadata.getOrDefault("recovering", "false")),
                Integer.parseInt(metadata.getOrDefault("unclean", "-1")),
                Boolean.parseBoolean(metadata.getOrDefault("predecessor", "false")),
                eligible,
                registered);
    }

    /** {@code produce BROKER TOKEN [records=1] [acks=-1] [wait=10000] [known=LE] [pid= pepoch= seq=] [same=TOKEN]}. */
    private void produce() {
        ScriptedNode node = cluster.node(number(1));
        long token = number(2);
        int acks = (int) option("acks", -1);
        long content = option("same", token);
        cluster.written(token, content, acks == -1);
        ProduceInput input = new ProduceInput(
                token,
                ScriptedLog.mark(
                        Batches.ofProducer(
                                (int) option("records", 1), option("pid", -1), (int) option("pepoch", 0), (int)
                                        option("seq", -1)),
                        content),
                acks,
                known(),
                cluster.nowMs + option("wait", 10_000));
        node.run(() -> node.replica.onProduce(input, cluster.nowMs, node.out()));
    }

    private void consume() {
        ScriptedNode node = cluster.node(number(1));
        FetchInput.Consumer input = new FetchInput.Consumer(
                number(2),
                number(3),
                1_000,
                (int) option("min", 1),
                known(),
                cluster.nowMs + option("wait", 0),
                ids(options.getOrDefault("near", "")));
        node.run(() -> node.replica.onFetch(input, cluster.nowMs, node.out()));
    }

    private void offsets() {
        ScriptedNode node = cluster.node(number(1));
        OffsetInput.Spec spec = OffsetInput.Spec.valueOf(words.get(3).toUpperCase(Locale.ROOT));
        OffsetInput input = new OffsetInput(number(2), spec, 0, known());
        node.run(() -> node.replica.onOffsets(input, cluster.nowMs, node.out()));
    }

    /** {@code deliver|drop|repeat fetch|reply FOLLOWER [newest]}; repeat delivers and leaves a copy under way. */
    private void network() {
        int follower = number(2);
        boolean isFetch = "fetch".equals(words.get(1));
        if (words.contains("newest")) {
            cluster.network.overtake(follower);
        }
        switch (words.get(0)) {
            case "drop" -> {
                Object dropped =
                        isFetch ? cluster.network.takeFetchOf(follower) : cluster.network.takeReplyTo(follower);
                requireMessage(dropped != null);
            }
            case "repeat" -> {
                if (isFetch) {
                    ScriptedNetwork.Fetch fetch = cluster.network.takeFetchOf(follower);
                    cluster.network.fetches.add(0, fetch);
                    cluster.network.fetches.add(fetch);
                    cluster.deliverFetch(follower, option("wait", 500));
                } else {
                    ScriptedNetwork.Reply reply = cluster.network.takeReplyTo(follower);
                    cluster.network.replies.add(0, reply);
                    cluster.network.replies.add(reply);
                    cluster.deliverReply(follower);
                }
            }
            default ->
                requireMessage(
                        isFetch ? cluster.deliverFetch(follower, option("wait", 500)) : cluster.deliverReply(follower));
        }
    }

    private void requireMessage(boolean found) {
        if (!found) {
            output.add("  no such message");
        }
    }

    private void exchange() {
        cluster.exchange(words.size() > 1 ? ids(words.get(1)) : cluster.nodes.keySet());
    }

    private void fetchFailed() {
        ScriptedNode node = cluster.node(number(1));
        node.run(() -> node.replica.onFetchFailed(number(2), cluster.nowMs, node.out()));
    }

    private void decide() {
        ScriptedNode node = cluster.node(number(1));
        IsrDecision decision = new IsrDecision(
                number(2), IsrDecision.Outcome.valueOf(words.get(3).toUpperCase(Locale.ROOT)));
        node.run(() -> node.replica.onIsrDecision(decision, cluster.nowMs, node.out()));
    }

    /** {@code tick MS [BROKERS]}. */
    private void tick() {
        cluster.nowMs += number(1);
        List<Integer> brokers = words.size() > 2 ? ids(words.get(2)) : List.copyOf(cluster.nodes.keySet());
        for (int broker : brokers) {
            ScriptedNode node = cluster.node(broker);
            if (node.isUp) {
                node.run(() -> node.replica.onTick(cluster.nowMs, node.out()));
            }
        }
    }

    private void lease() {
        ScriptedNode node = cluster.node(number(1));
        boolean valid = "on".equals(words.get(2));
        node.run(() -> node.replica.onLease(valid, cluster.nowMs, node.out()));
    }

    private void trim() {
        ScriptedNode node = cluster.node(number(1));
        node.run(() -> node.replica.onTrimRequested(number(2), cluster.nowMs, node.out()));
    }

    /** {@code delete BROKER TOKEN BEFORE [wait=10000]}. */
    private void delete() {
        ScriptedNode node = cluster.node(number(1));
        DeleteInput input = new DeleteInput(number(2), number(3), known(), cluster.nowMs + option("wait", 10_000));
        node.run(() -> node.replica.onDelete(input, cluster.nowMs, node.out()));
    }

    /** {@code forge FOLLOWER base=N epoch=E hw=N}: one batch as the answer to the fetch that the follower has sent. */
    private void forge() {
        ScriptedNode node = cluster.node(number(1));
        Effect.SendFetch sent = node.lastFetch;
        if (sent == null) {
            requireMessage(false);
            return;
        }
        ByteBuffer batch = ScriptedLog.mark(Batches.ofRecords(1), 99);
        RecordBatch.setBaseOffset(batch, option("base", 0));
        RecordBatch.setLeaderEpoch(batch, (int) option("epoch", 0));
        FetchReply reply = new FetchReply(
                sent.fetchId(),
                null,
                sent.leaderEpoch(),
                option("hw", 0),
                0,
                option("base", 0) + 1,
                null,
                List.of(),
                batch);
        node.run(() -> node.replica.onFetchReply(reply, cluster.nowMs, node.out()));
    }

    /** {@code durability flushed|replicated [BROKERS]}. */
    private void durability() {
        boolean flushed = "flushed".equals(words.get(1));
        cluster.isFlushed |= flushed;
        List<Integer> brokers = words.size() > 2 ? ids(words.get(2)) : List.copyOf(cluster.nodes.keySet());
        for (int broker : brokers) {
            ScriptedNode node = cluster.node(broker);
            node.run(() -> node.replica.onDurability(flushed, cluster.nowMs, node.out()));
        }
    }

    private void state() {
        for (ScriptedNode node : cluster.nodes.values()) {
            ReplicaState state = node.replica.state();
            String role = node.isUp ? state.role().toString() : "DOWN";
            output.add("  " + node.broker + ": " + role + " le " + state.leaderEpoch() + " pe "
                    + state.partitionEpoch() + " log [" + state.logStartOffset() + ", " + state.logEndOffset() + ") hw "
                    + state.highWatermark() + " epochs " + node.log.describeEpochs()
                    + (state.role() == ReplicaState.Role.LEADER
                            ? " isr " + state.committedIsr() + " maximal " + state.maximalIsr() + " ends "
                                    + state.followerEndOffsets() + " waiting " + state.pendingProduces() + "+"
                                    + state.pendingFetches()
                            : ""));
            if (state.logEndOffset() > state.logStartOffset()) {
                output.add("     " + node.log.describe());
            }
        }
    }

    private OptionalInt known() {
        return options.containsKey("known") ? OptionalInt.of((int) option("known", 0)) : OptionalInt.empty();
    }

    private int number(int index) {
        return Integer.parseInt(words.get(index));
    }

    private long option(String name, long otherwise) {
        String value = options.get(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    private static List<Integer> ids(String text) {
        return text.isEmpty() || "none".equals(text)
                ? List.of()
                : Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList();
    }
}
