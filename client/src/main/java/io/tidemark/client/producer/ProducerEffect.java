// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.producer;

import io.tidemark.client.Outcome;
import io.tidemark.v1.ErrorCode;

/** Something that {@link ProducerPartition} asks its host to do. Carried out in the order emitted. */
sealed interface ProducerEffect {
    void dispatch(Handler handler);

    /** Carries effects out. */
    interface Handler {
        void completeBatch(CompleteBatch effect);

        void failBatch(FailBatch effect);

        void refreshLeader(RefreshLeader effect);

        void reportIdentity(ReportIdentity effect);
    }

    /** The batch is in the log. */
    record CompleteBatch(long batchId, WrittenAt writtenAt) implements ProducerEffect {
        @Override
        public void dispatch(Handler handler) {
            handler.completeBatch(this);
        }
    }

    /** The batch is given up. */
    record FailBatch(long batchId, ErrorCode error, String message, Outcome outcome) implements ProducerEffect {
        @Override
        public void dispatch(Handler handler) {
            handler.failBatch(this);
        }
    }

    /** The leader that is known may not lead any more. */
    record RefreshLeader() implements ProducerEffect {
        @Override
        public void dispatch(Handler handler) {
            handler.refreshLeader(this);
        }
    }

    /** From now on batches are written under this epoch, for a reason. */
    record ReportIdentity(long producerId, short producerEpoch, String reason) implements ProducerEffect {
        @Override
        public void dispatch(Handler handler) {
            handler.reportIdentity(this);
        }
    }
}
