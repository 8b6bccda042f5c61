// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.partition;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Terminal;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.Reassignment;
import java.util.List;

/** Moves of partitions in words and as JSON. */
final class MoveText {
    private MoveText() {}

    /** Moves that could be made, or that are asked for. */
    static void planned(Terminal terminal, OutputOptions output, List<Reassignment> moves, String none) {
        if (output.isJson()) {
            JsonArray array = new JsonArray();
            for (Reassignment move : moves) {
                JsonObject json = named(move.getTopic(), move.getPartition());
                json.add("replicas", new Gson().toJsonTree(move.getReplicasList()));
                array.add(json);
            }
            terminal.json(wrapped(array));
        } else if (moves.isEmpty()) {
            terminal.line(none);
        } else {
            moves.forEach(move -> terminal.line("Topic: " + move.getTopic() + "  Partition: " + move.getPartition()
                    + "  New replicas: " + move.getReplicasList()));
        }
    }

    /** Moves that are under way, each with how many of the new replicas are in sync. */
    static void underWay(Terminal terminal, OutputOptions output, List<Move> moves) {
        if (output.isJson()) {
            JsonArray array = new JsonArray();
            moves.forEach(move -> array.add(json(move)));
            terminal.json(wrapped(array));
        } else if (moves.isEmpty()) {
            terminal.line("No move is under way.");
        } else {
            moves.forEach(move -> terminal.line(line(move) + "  In sync: " + move.caughtUp() + " of "
                    + move.record().getAddingCount() + " new"));
        }
    }

    static void one(Terminal terminal, OutputOptions output, Move move) {
        if (output.isJson()) {
            terminal.json(json(move));
        } else {
            terminal.line(line(move));
        }
    }

    /** Why a move was refused. */
    static String reason(ErrorCode error) {
        return switch (error) {
            case ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION -> "there is no such partition";
            case ERROR_CODE_INVALID_REPLICATION_FACTOR -> "the replicas must be registered brokers, each named once";
            case ERROR_CODE_NO_REASSIGNMENT_IN_PROGRESS -> "no move is under way";
            case ERROR_CODE_ELIGIBLE_LEADERS_NOT_AVAILABLE ->
                "too few of the replicas that would stay are in sync; bring them back first";
            case ERROR_CODE_INVALID_REQUEST -> "the limit must be 1 byte per second or more";
            case ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL ->
                "the cluster's feature level knows no limits of moves; raise it with tidemark features upgrade";
            default -> error.name();
        };
    }

    private static String line(Move move) {
        PartitionRecord record = move.record();
        return "Topic: " + move.topic() + "  Partition: " + move.partition() + "  Replicas: "
                + record.getReplicasList() + "  Adding: " + record.getAddingList() + "  Removing: "
                + record.getRemovingList()
                + (record.getThrottleBytesPerS() > 0 ? "  Throttle: " + record.getThrottleBytesPerS() + " B/s" : "");
    }

    private static JsonObject json(Move move) {
        JsonObject json = named(move.topic(), move.partition());
        json.add("replicas", new Gson().toJsonTree(move.record().getReplicasList()));
        json.add("adding", new Gson().toJsonTree(move.record().getAddingList()));
        json.add("removing", new Gson().toJsonTree(move.record().getRemovingList()));
        if (move.record().getThrottleBytesPerS() > 0) {
            json.addProperty("throttleBytesPerSecond", move.record().getThrottleBytesPerS());
        }
        json.add("isr", new Gson().toJsonTree(move.record().getIsrList()));
        return json;
    }

    private static JsonObject named(String topic, int partition) {
        JsonObject json = new JsonObject();
        json.addProperty("topic", topic);
        json.addProperty("partition", partition);
        return json;
    }

    private static JsonObject wrapped(JsonArray moves) {
        JsonObject json = new JsonObject();
        json.add("moves", moves);
        return json;
    }
}
