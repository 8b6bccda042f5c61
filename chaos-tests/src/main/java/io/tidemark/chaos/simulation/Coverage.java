// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.ArrayList;
import java.util.List;

/** What a campaign must reach for its silence to mean something. */
final class Coverage {
    private Coverage() {}

    /** Reached by the first hundred seeds already. */
    static List<String> ofAnyCampaign() {
        return List.of(
                "effect AppendBatch",
                "effect AppendEpoch",
                "effect TruncateLog",
                "effect FlushLog",
                "effect RestartLog",
                "effect TrimLog",
                "effect ServeFetch",
                "effect AnswerDiverging",
                "effect AnswerOffset",
                "effect CompleteProduce",
                "effect CompleteProduce of a duplicate",
                "election: in-sync replica",
                "election: eligible leader replica",
                "election: last known leader",
                "election: unclean",
                "election: nobody",
                "isr expands",
                "isr shrinks",
                "a replica becomes a last known one",
                "power cut loses a suffix",
                "recovery finds damage",
                "append fails",
                "append refused by a full disk",
                "clean shutdown",
                "log deleted",
                "log fails to close",
                "controller takes over",
                "command lost with a change of controller",
                "command survives a change of controller",
                "message arrives after its connection broke",
                "message arrives twice",
                "image replaced as a whole",
                "history judged",
                "outcome AlterPartitions ERROR_CODE_INVALID_UPDATE_VERSION",
                "outcome AlterPartitions ERROR_CODE_FENCED_LEADER_EPOCH",
                "produce answered ERROR_CODE_NOT_ENOUGH_REPLICAS",
                "produce answered ERROR_CODE_NOT_ENOUGH_REPLICAS_AFTER_APPEND",
                "produce answered ERROR_CODE_NOT_LEADER_OR_FOLLOWER",
                "produce answered ERROR_CODE_FENCED_LEADER_EPOCH",
                "produce answered ERROR_CODE_LEADER_NOT_AVAILABLE",
                "produce answered ERROR_CODE_REQUEST_TIMED_OUT",
                "produce answered ERROR_CODE_OUT_OF_ORDER_SEQUENCE",
                "produce answered ERROR_CODE_UNKNOWN_PRODUCER_ID",
                "produce answered ERROR_CODE_LOG_OFFLINE",
                "produce answered ERROR_CODE_DISK_FULL",
                "latest rejected OFFSET_NOT_AVAILABLE");
    }

    /** Reached by a campaign of thousands of seeds. */
    static List<String> ofLongCampaign() {
        List<String> all = new ArrayList<>(ofAnyCampaign());
        all.addAll(List.of(
                "outcome AlterPartitions ERROR_CODE_INELIGIBLE_REPLICA",
                "produce answered ERROR_CODE_INCONSISTENT_TOPIC_ID",
                "produce answered ERROR_CODE_DUPLICATE_SEQUENCE",
                "produce answered ERROR_CODE_INVALID_PRODUCER_EPOCH",
                "produce answered ERROR_CODE_UNKNOWN_LEADER_EPOCH",
                "produce answered ERROR_CODE_OVERLOADED",
                "fetch rejected STALE_BROKER_EPOCH",
                "fetch rejected UNKNOWN_LEADER_EPOCH",
                "outcome AlterPartitions ERROR_CODE_NOT_CONTROLLER",
                "outcome AlterPartitions ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION",
                "command AlterPartitions ERROR_CODE_STALE_BROKER_EPOCH",
                "command FenceBrokers ERROR_CODE_STALE_BROKER_EPOCH",
                "records deleted",
                "stray log set aside"));
        return List.copyOf(all);
    }
}
