// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Terminal;
import io.tidemark.v1.Reassignment;
import java.util.ArrayList;
import java.util.List;

/** Says what a drain did, or would do. */
final class DrainReport {
    private final Terminal terminal;
    private final OutputOptions output;
    private final int brokerId;
    private final boolean replicas;

    DrainReport(Terminal terminal, OutputOptions output, int brokerId, boolean replicas) {
        this.terminal = terminal;
        this.output = output;
        this.brokerId = brokerId;
        this.replicas = replicas;
    }

    /** What would be moved; returns the exit code. */
    int planned(DrainState leaders, List<Reassignment> moves, List<String> withoutRoom) {
        List<String> lines = new ArrayList<>();
        leaders.successors()
                .forEach((partition, broker) ->
                        lines.add("would have partition " + partition + " led by broker " + broker));
        moves.forEach(move -> lines.add("would move partition " + move.getTopic() + "-" + move.getPartition()
                + " to replicas " + move.getReplicasList()));
        List<String> reasons = new ArrayList<>();
        leaders.kept().forEach((partition, reason) -> {
            boolean isMoved =
                    moves.stream().anyMatch(move -> partition.equals(move.getTopic() + "-" + move.getPartition()));
            if (!isMoved) {
                reasons.add("partition " + partition + " " + reason);
            }
        });
        withoutRoom.forEach(partition -> reasons.add("partition " + partition + " " + DrainState.NO_ROOM));
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.add("would", array(lines));
            json.add("kept", array(reasons));
            terminal.json(json);
        } else {
            lines.forEach(terminal::line);
            reasons.forEach(reason -> terminal.line(reason + ": it would stay"));
            if (lines.isEmpty() && reasons.isEmpty()) {
                terminal.line("Broker " + brokerId + " carries nothing that would be moved.");
            }
        }
        return reasons.isEmpty() ? ExitCode.OK : ExitCode.UNHEALTHY;
    }

    /** That it has ended; returns the exit code. */
    int cancelled(long led) {
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("broker", brokerId);
            json.addProperty("draining", false);
            json.addProperty("ledAgain", led);
            terminal.json(json);
        } else {
            terminal.line("Broker " + brokerId + " is no longer drained and leads " + led + " partition(s) again.");
        }
        return ExitCode.OK;
    }

    /** What is left on the broker; returns the exit code. */
    int left(DrainState state) {
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("broker", brokerId);
            json.addProperty("draining", true);
            json.addProperty("drained", state.isDone());
            json.add("leading", array(state.successors().keySet()));
            json.add("moving", array(state.moving()));
            json.add("kept", array(state.reasons()));
            terminal.json(json);
        } else if (state.isDone()) {
            terminal.line(
                    replicas
                            ? "Broker " + brokerId + " leads nothing and holds no replica."
                            : "Broker " + brokerId + " leads nothing.");
        } else {
            state.reasons().forEach(terminal::line);
            if (!state.successors().isEmpty()) {
                terminal.line(state.successors().size() + " partition(s) are about to get another leader.");
            }
            if (!state.moving().isEmpty()) {
                terminal.line(
                        state.moving().size()
                                + " partition(s) are on their way to other brokers: see 'tidemark partition reassign --verify'.");
            }
        }
        return state.isDone() ? ExitCode.OK : ExitCode.UNHEALTHY;
    }

    private static JsonArray array(Iterable<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return array;
    }
}
