// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

/**
 * Nodes that are dead until healed, some of whose disks lost what had not been forced to them.
 *
 * @param dead the nodes that are to be started again
 * @param targets what was struck, in words
 * @param changed what the disks lost, as evidence
 * @param lostDisks how many disks those are
 */
record LostDisks(Kill.Dead dead, String targets, String changed, int lostDisks) implements Injury {
    @Override
    public String evidence() {
        return changed;
    }

    @Override
    public void heal() {
        dead.heal();
    }
}
