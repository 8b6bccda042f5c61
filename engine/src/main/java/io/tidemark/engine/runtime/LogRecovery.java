// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.EpochStart;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.replication.EpochHistory;
import io.tidemark.engine.replication.ProducerStates;
import io.tidemark.engine.replication.RecoveredLog;
import java.io.IOException;

/** Folds a log into the values that the replication core works on. Blocks on reads of the log. */
final class LogRecovery {
    private LogRecovery() {}

    /** The whole log, with the last remembered high watermark as a hint: the core bounds it (guard G15). */
    static RecoveredLog recover(PartitionLog log, long highWatermarkHint) throws IOException {
        EpochHistory epochs = new EpochHistory();
        for (EpochStart start : log.epochs()) {
            epochs.assign(start.leaderEpoch(), start.startOffset());
        }
        return new RecoveredLog(
                log.logStartOffset(),
                log.logEndOffset(),
                log.flushedEndOffset(),
                highWatermarkHint,
                epochs,
                producersOf(log));
    }

    static ProducerStates producersOf(PartitionLog log) throws IOException {
        ProducerFold fold = new ProducerFold();
        boolean whole = log.fold(fold);
        return whole ? fold.states() : fold.states().asPartOfAll();
    }
}
