// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.remote.QuorumMember;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FirstCandidateTest {
    private static final List<QuorumMember> FOUNDERS = VoterAddress.parse("3@h:31:32,1@h:11:12,2@h:21:22").stream()
            .map(voter -> new QuorumMember(voter, new UUID(0, voter.nodeId())))
            .toList();

    @Test
    void exactlyOneOfThoseThatFoundAQuorumStandsBeforeTheOthers() {
        assertThat(FOUNDERS)
                .filteredOn(founder -> FirstCandidate.is(founder.address(), FOUNDERS))
                .extracting(QuorumMember::nodeId)
                .containsExactly(1);
    }

    @Test
    void whoFoundsAloneHasNobodyToBeAheadOf() {
        assertThat(FirstCandidate.is(FOUNDERS.get(0).address(), FOUNDERS.subList(0, 1)))
                .isFalse();
    }

    @Test
    void whoWaitsToBeAddedDoesNotStand() {
        assertThat(FirstCandidate.is(FOUNDERS.get(0).address(), List.of())).isFalse();
    }
}
