// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.UUID;

/**
 * A registered broker in one life.
 *
 * @param brokerId broker id, from 0
 * @param brokerEpoch metadata index of the registration (KIP-380)
 * @param incarnationId random id of the process's start
 * @param endpoint where clients and brokers reach it
 * @param rack rack name; empty when there is none
 * @param directoryId id of the data directory
 * @param fenced true while the broker may neither lead nor be in sync
 * @param inControlledShutdown true while it leaves in good order
 * @param draining true while it leads only what no other in-sync replica can; ends with this life
 * @param replicaSecret secret of this registration, for replica streams
 * @param supportedLevel highest feature level that its software supports
 */
public record BrokerImage(
        int brokerId,
        long brokerEpoch,
        UUID incarnationId,
        Endpoint endpoint,
        String rack,
        UUID directoryId,
        boolean fenced,
        boolean inControlledShutdown,
        boolean draining,
        UUID replicaSecret,
        int supportedLevel) {

    /** Whether the broker may be elected and may join in-sync replicas. */
    public boolean isEligible() {
        return !fenced && !inControlledShutdown;
    }

    /** Whether the broker is to be elected before those that are only eligible. */
    public boolean takesLeaders() {
        return isEligible() && !draining;
    }

    /** This broker, drained or not. */
    public BrokerImage withDraining(boolean nowDraining) {
        return with(fenced, inControlledShutdown, nowDraining);
    }

    /** This broker, fenced or not. */
    public BrokerImage withFenced(boolean nowFenced) {
        return with(nowFenced, inControlledShutdown, draining);
    }

    /** This broker, leaving in good order. */
    public BrokerImage shuttingDown() {
        return with(fenced, true, draining);
    }

    private BrokerImage with(boolean nowFenced, boolean nowShuttingDown, boolean nowDraining) {
        return new BrokerImage(
                brokerId,
                brokerEpoch,
                incarnationId,
                endpoint,
                rack,
                directoryId,
                nowFenced,
                nowShuttingDown,
                nowDraining,
                replicaSecret,
                supportedLevel);
    }
}
