// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.ReplicaError;
import java.util.ArrayList;
import java.util.List;

/** What a campaign of a thousand seeds must reach for its silence to mean something. */
final class Coverage {
    private static final List<String> ELECTIONS = List.of(
            "in-sync replica",
            "eligible leader replica",
            "last known leader",
            "longest log of those that report",
            "preferred replica",
            "unclean",
            "nobody");

    /** Answers of the controller to a leader's proposal. One from the future cannot be: images follow the log. */
    private static final List<String> PROPOSALS = List.of(
            "UNSPECIFIED",
            "FENCED_LEADER_EPOCH",
            "INVALID_UPDATE_VERSION",
            "INELIGIBLE_REPLICA",
            "NEW_LEADER_ELECTED",
            "UNKNOWN_TOPIC_OR_PARTITION");

    private static final List<String> PRODUCE = List.of(
            "UNSPECIFIED",
            "UNKNOWN_TOPIC_OR_PARTITION",
            "INCONSISTENT_TOPIC_ID",
            "NOT_LEADER_OR_FOLLOWER",
            "LEADER_NOT_AVAILABLE",
            "FENCED_LEADER_EPOCH",
            "UNKNOWN_LEADER_EPOCH",
            "NOT_ENOUGH_REPLICAS",
            "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
            "REQUEST_TIMED_OUT",
            "OUT_OF_ORDER_SEQUENCE",
            "DUPLICATE_SEQUENCE",
            "UNKNOWN_PRODUCER_ID",
            "INVALID_PRODUCER_EPOCH",
            "OVERLOADED",
            "LOG_OFFLINE",
            "DISK_FULL");

    private static final List<String> MOVES = List.of(
            "UNSPECIFIED",
            "NO_REASSIGNMENT_IN_PROGRESS",
            "ELIGIBLE_LEADERS_NOT_AVAILABLE",
            "UNKNOWN_TOPIC_OR_PARTITION");

    private static final List<String> EVENTS = List.of(
            "effect CompleteProduce of a duplicate",
            "command AlterConfigs ERROR_CODE_INVALID_REQUEST",
            "command AlterPartitions ERROR_CODE_STALE_BROKER_EPOCH",
            "command RegisterBroker ERROR_CODE_DUPLICATE_BROKER_REGISTRATION",
            "isr expands",
            "isr shrinks",
            "a replica becomes eligible to lead",
            "a replica becomes a last known one",
            "power cut loses a suffix",
            "recovery finds damage",
            "append fails",
            "append refused by a full disk",
            "cut refused by a full disk",
            "epoch refused by a full disk",
            "clean shutdown",
            "disk forgets",
            "log deleted",
            "log fails to close",
            "stray log set aside",
            "records deleted",
            "controller takes over",
            "command lost with a change of controller",
            "command survives a change of controller",
            "report of recovered logs ERROR_CODE_UNSPECIFIED",
            "message arrives after its connection broke",
            "message arrives twice",
            "image replaced as a whole",
            "history judged",
            "latest rejected OFFSET_NOT_AVAILABLE",
            "time rejected OFFSET_NOT_AVAILABLE");

    private Coverage() {}

    /** Every effect, every error of a replica, every election, every fault, and what is rare besides. */
    static List<String> ofAnyCampaign() {
        List<String> all = new ArrayList<>(EVENTS);
        for (Class<?> effect : Effect.class.getPermittedSubclasses()) {
            all.add("effect " + effect.getSimpleName());
        }
        for (ReplicaError error : ReplicaError.values()) {
            // What simulated logs hold does not change behind their backs: only a read of real files finds that.
            if (error != ReplicaError.CORRUPT_BATCH) {
                all.add("error " + error);
            }
        }
        for (Fault.Kind fault : Fault.Kind.values()) {
            all.add("fault " + fault);
        }
        ELECTIONS.forEach(election -> all.add("election: " + election));
        PROPOSALS.forEach(error -> all.add("outcome AlterPartitions ERROR_CODE_" + error));
        PRODUCE.forEach(error -> all.add("produce answered ERROR_CODE_" + error));
        MOVES.forEach(error -> all.add("outcome ReassignPartitions ERROR_CODE_" + error));
        return List.copyOf(all);
    }
}
