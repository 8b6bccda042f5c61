// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The leases of brokers, kept in memory by the active controller and never in the log. A heartbeat renews a lease in
 * full; it ends when it runs out, or at once on proof that the process is gone: a refused connection. A connection that
 * broke is only a reason to look for such proof. A controller that takes over begins with full leases for all, because it
 * does not know when the last heartbeats came, and looks for proof at once.
 *
 * <p>Times are milliseconds of one monotonic clock. One thread at a time. A life that a newer one of the same broker
 * replaced changes nothing (guard G37).
 */
public final class BrokerLeases {
    private final int leaseMs;
    private final int probeIntervalMs;
    private final SortedMap<Integer, Lease> leases = new TreeMap<>();

    /**
     * No leases.
     *
     * @param leaseMs length of a lease in milliseconds
     * @param probeIntervalMs pause between two probes of one broker in milliseconds
     */
    public BrokerLeases(int leaseMs, int probeIntervalMs) {
        this.leaseMs = leaseMs;
        this.probeIntervalMs = probeIntervalMs;
    }

    /** Begins anew with a full lease for each of these, and with a probe of each. */
    public void restart(List<BrokerLife> lives, long nowMs) {
        leases.clear();
        for (BrokerLife life : lives) {
            Lease lease = new Lease(life, nowMs);
            lease.probing = true;
            leases.put(life.brokerId(), lease);
        }
    }

    /** Begins a lease for a broker that has none in this life. */
    public void track(BrokerLife life, long nowMs) {
        Lease lease = leases.get(life.brokerId());
        if (lease == null || lease.life.brokerEpoch() < life.brokerEpoch()) {
            leases.put(life.brokerId(), new Lease(life, nowMs));
        }
    }

    /** Renews the lease. Returns false, and does nothing, when a newer life of the broker has one. */
    public boolean onHeartbeat(BrokerLife life, long nowMs) {
        Lease lease = leases.get(life.brokerId());
        if (lease != null && lease.life.brokerEpoch() > life.brokerEpoch()) {
            return false;
        }
        leases.put(life.brokerId(), new Lease(life, nowMs));
        return true;
    }

    /** The broker's heartbeat stream broke: it will be probed until it is heard of again or its lease ends. */
    public void onConnectionLost(BrokerLife life, long nowMs) {
        Lease lease = current(life);
        if (lease != null) {
            lease.probing = true;
            lease.nextProbeMs = nowMs;
        }
    }

    /** Brokers to dial now, at the address of the image. Each is named again only after the probe interval. */
    public List<BrokerLife> probesDue(long nowMs) {
        List<BrokerLife> due = new ArrayList<>();
        for (Lease lease : leases.values()) {
            if (lease.probing && lease.nextProbeMs - nowMs <= 0 && lease.endMs - nowMs > 0) {
                lease.nextProbeMs = nowMs + probeIntervalMs;
                lease.probedSinceHeartbeat = true;
                due.add(lease.life);
            }
        }
        return due;
    }

    /**
     * What came of a probe. A refusal ends the lease, unless the broker was heard of since the probe was asked for: then
     * it lives after all.
     */
    public void onProbe(BrokerLife life, ProbeResult result, long nowMs) {
        Lease lease = current(life);
        if (lease != null && result == ProbeResult.REFUSED && lease.probedSinceHeartbeat) {
            lease.endMs = Math.min(lease.endMs, nowMs);
        }
    }

    /** Whether the broker has a lease in this life that has not ended. */
    public boolean isAlive(BrokerLife life, long nowMs) {
        Lease lease = current(life);
        return lease != null && lease.endMs - nowMs > 0;
    }

    /** Lives whose lease has ended, in order of their broker ids. They stay listed until they are heard of or forgotten. */
    public List<BrokerLife> expired(long nowMs) {
        List<BrokerLife> expired = new ArrayList<>();
        for (Lease lease : leases.values()) {
            if (lease.endMs - nowMs <= 0) {
                expired.add(lease.life);
            }
        }
        return expired;
    }

    /** When the next lease ends or the next probe is due; {@link Long#MAX_VALUE} for never. */
    public long nextMs(long nowMs) {
        long next = Long.MAX_VALUE;
        for (Lease lease : leases.values()) {
            if (lease.endMs - nowMs > 0) {
                next = Math.min(next, lease.probing ? Math.min(lease.endMs, lease.nextProbeMs) : lease.endMs);
            }
        }
        return next;
    }

    /** Drops the lease of a life. */
    public void forget(BrokerLife life) {
        if (current(life) != null) {
            leases.remove(life.brokerId());
        }
    }

    private @Nullable Lease current(BrokerLife life) {
        Lease lease = leases.get(life.brokerId());
        return lease != null && lease.life.equals(life) ? lease : null;
    }

    private final class Lease {
        final BrokerLife life;
        long endMs;
        long nextProbeMs;
        boolean probing;
        boolean probedSinceHeartbeat;

        Lease(BrokerLife life, long nowMs) {
            this.life = life;
            this.endMs = nowMs + leaseMs;
            this.nextProbeMs = nowMs;
        }
    }
}
