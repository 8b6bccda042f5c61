// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.replication.IsrDecision.Outcome;
import io.tidemark.v1.ErrorCode;
import org.junit.jupiter.api.Test;

class IsrProposerTest {
    @Test
    void takesOnlySuccessForAccepted() {
        for (ErrorCode code : ErrorCode.values()) {
            if (code != ErrorCode.UNRECOGNIZED) {
                assertThat(IsrProposer.outcomeOf(code) == Outcome.ACCEPTED)
                        .as(code.name())
                        .isEqualTo(code == ErrorCode.ERROR_CODE_UNSPECIFIED);
            }
        }
    }

    @Test
    void takesALostAnswerForUnknown() {
        assertThat(IsrProposer.outcomeOf(ErrorCode.ERROR_CODE_QUORUM_UNAVAILABLE))
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(IsrProposer.outcomeOf(ErrorCode.ERROR_CODE_NOT_CONTROLLER)).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void takesOldEpochsForOutdated() {
        assertThat(IsrProposer.outcomeOf(ErrorCode.ERROR_CODE_FENCED_LEADER_EPOCH))
                .isEqualTo(Outcome.OUTDATED);
        assertThat(IsrProposer.outcomeOf(ErrorCode.ERROR_CODE_INVALID_UPDATE_VERSION))
                .isEqualTo(Outcome.OUTDATED);
    }

    @Test
    void takesAnIneligibleMemberForRefused() {
        assertThat(IsrProposer.outcomeOf(ErrorCode.ERROR_CODE_INELIGIBLE_REPLICA))
                .isEqualTo(Outcome.REFUSED);
    }
}
