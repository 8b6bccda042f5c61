// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.chaos.invariant.AcknowledgedRecordsSurvive;
import io.tidemark.chaos.invariant.EachRecordOnce;
import io.tidemark.chaos.invariant.HistoryInvariant;
import io.tidemark.chaos.invariant.NoSkipBetweenPolls;
import io.tidemark.chaos.invariant.NoSkipInsideAPoll;
import io.tidemark.chaos.invariant.NoStepBackBetweenPolls;
import io.tidemark.chaos.invariant.NoStepBackInsideAPoll;
import io.tidemark.chaos.invariant.NothingAppearsFromNowhere;
import io.tidemark.chaos.invariant.OffsetsAreStable;
import io.tidemark.chaos.invariant.OffsetsFollowRealTime;
import io.tidemark.chaos.invariant.RefusedRecordsNeverAppear;
import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.PollOperation;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.PartitionKey;
import io.tidemark.metadata.image.TopicImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What clients saw, judged by the invariants that judge real clusters too. */
final class Histories {
    /** Those that do not ask a client to do one thing at a time. */
    private static final List<HistoryInvariant> JUDGES = List.of(
            new AcknowledgedRecordsSurvive(),
            new EachRecordOnce(),
            new OffsetsAreStable(),
            new RefusedRecordsNeverAppear(),
            new NothingAppearsFromNowhere(),
            new OffsetsFollowRealTime(),
            new NoSkipInsideAPoll(),
            new NoStepBackInsideAPoll(),
            new NoSkipBetweenPolls(),
            new NoStepBackBetweenPolls());

    private Histories() {}

    static void check(Stage stage, Writes writes) {
        for (TopicImage topic : stage.quorum().image().topics().values()) {
            for (int number = 0; number < topic.partitions().size(); number++) {
                PartitionImage partition = topic.partitions().get(number);
                PartitionKey key = new PartitionKey(topic.topicId(), number);
                PartitionLog log = partition.hasLeader()
                        ? stage.machines().get(partition.leader()).disk().log(key)
                        : null;
                if (log != null && log.logStartOffset() == 0 && partition.lastUncleanLeaderEpoch() < 0) {
                    check(stage, key, log, writes);
                }
            }
        }
    }

    private static void check(Stage stage, PartitionKey key, PartitionLog log, Writes writes) {
        List<PollOperation.Seen> finalRead = new ArrayList<>();
        try {
            log.scan(0, batch -> {
                long unused = BatchValues.readInto(finalRead, batch, 0);
            });
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        TreeMap<Integer, List<PollOperation.Seen>> finalReads = new TreeMap<>();
        finalReads.put(0, finalRead);
        History history = new History(writes.operations(key), finalReads);
        stage.world().reached("history judged");
        for (HistoryInvariant invariant : JUDGES) {
            List<String> violations = invariant.violations(history);
            if (!violations.isEmpty()) {
                stage.world()
                        .violated(
                                "history " + invariant.getClass().getSimpleName(),
                                key + ": " + violations.get(0) + " and " + (violations.size() - 1) + " more");
            }
        }
    }
}
