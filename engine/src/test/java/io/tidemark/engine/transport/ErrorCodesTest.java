// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.record.BatchFault;
import io.tidemark.v1.ErrorCode;
import org.junit.jupiter.api.Test;

class ErrorCodesTest {
    @Test
    void givesEveryErrorOfTheCoreTheWordOfTheSameName() {
        for (ReplicaError error : ReplicaError.values()) {
            assertThat(ErrorCodes.of(error).name()).isEqualTo("ERROR_CODE_" + error.name());
        }
    }

    @Test
    void givesEveryFaultOfABatchTheWordOfTheSameName() {
        for (BatchFault.Kind kind : BatchFault.Kind.values()) {
            assertThat(ErrorCodes.of(kind).name()).isEqualTo("ERROR_CODE_" + kind.name());
        }
    }

    @Test
    void readsEveryErrorBack() {
        for (ReplicaError error : ReplicaError.values()) {
            assertThat(ErrorCodes.fromWire(ErrorCodes.of(error))).isEqualTo(error);
        }
        assertThat(ErrorCodes.fromWire(ErrorCode.ERROR_CODE_UNSPECIFIED)).isNull();
    }

    @Test
    void asksAgainAfterAWordItDoesNotKnow() {
        assertThat(ErrorCodes.fromWire(ErrorCode.UNRECOGNIZED)).isEqualTo(ReplicaError.NOT_LEADER_OR_FOLLOWER);
    }
}
