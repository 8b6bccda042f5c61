// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import java.util.UUID;

/** Who this broker is in this life. The epoch is known once the broker is registered. Thread-safe. */
public final class BrokerIdentity {
    private final int brokerId;
    private final UUID incarnationId;
    private final UUID replicaSecret;
    private volatile long brokerEpoch = -1;

    /** A new life. */
    public BrokerIdentity(int brokerId) {
        this(brokerId, UUID.randomUUID(), UUID.randomUUID());
    }

    /** A life whose ids were drawn by the caller. */
    public BrokerIdentity(int brokerId, UUID incarnationId, UUID replicaSecret) {
        this.brokerId = brokerId;
        this.incarnationId = incarnationId;
        this.replicaSecret = replicaSecret;
    }

    /** Broker id. */
    public int brokerId() {
        return brokerId;
    }

    /** Random id of this start. */
    public UUID incarnationId() {
        return incarnationId;
    }

    /** Secret that proves on replica streams that the sender is this life. */
    public UUID replicaSecret() {
        return replicaSecret;
    }

    /** Broker epoch; -1 before the registration. */
    public long brokerEpoch() {
        return brokerEpoch;
    }

    /** The broker in this life. */
    public BrokerLife life() {
        return new BrokerLife(brokerId, brokerEpoch);
    }

    /** The broker was registered. */
    public void registered(long epoch) {
        brokerEpoch = epoch;
    }
}
