// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

/**
 * How long a lease a controller may grant. One that is cut off from the quorum does not know of its successor, which fences
 * brokers one full lease after its election. So what is granted must end before that: it is shortened by the time for which
 * a majority of the voters has been silent, beyond half of the shortest time after which they elect another; the other half
 * is for answers that were long on their way.
 */
public final class LeaseGrant {
    private LeaseGrant() {}

    /**
     * The lease to grant now; 0 when none may be.
     *
     * @param fullMs the lease of a controller that is in touch with the quorum
     * @param majoritySilenceMs time since a majority of the voters, the controller among them, was heard
     * @param electionTimeoutMinMs shortest time without a leader's message after which a voter stands for election
     */
    public static int leaseMs(int fullMs, long majoritySilenceMs, int electionTimeoutMinMs) {
        long lateMs = Math.max(0, majoritySilenceMs - electionTimeoutMinMs / 2);
        return (int) Math.max(0, fullMs - lateMs);
    }

    /**
     * Time since a majority of the voters was heard.
     *
     * @param followerSilencesMs per other voter the time since it was heard; sorted by this call
     */
    public static long majoritySilenceMs(long[] followerSilencesMs) {
        java.util.Arrays.sort(followerSilencesMs);
        int needed = (followerSilencesMs.length + 1) / 2;
        return needed == 0 ? 0 : followerSilencesMs[needed - 1];
    }
}
