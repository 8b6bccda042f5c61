// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import java.util.Optional;

/**
 * A consumer's place in its group at one moment.
 *
 * @param groupId group id
 * @param generationId the generation, which is the member epoch (KIP-848); {@link #NO_GENERATION} for one who is in none
 * @param memberId the member's id, another one in each life of it; empty for one who does not subscribe
 * @param groupInstanceId name of the member that outlives its restarts; empty for none
 */
public record ConsumerGroupMetadata(
        String groupId, int generationId, String memberId, Optional<String> groupInstanceId) {
    /** Of one who is in no generation. */
    public static final int NO_GENERATION = -1;
}
