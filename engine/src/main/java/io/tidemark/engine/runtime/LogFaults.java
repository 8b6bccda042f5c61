// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.log.DamagedLogException;
import io.tidemark.engine.log.PartitionLog;
import io.tidemark.engine.replication.ReplicaError;
import io.tidemark.metadata.image.PartitionKey;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong with one opened log, told to the partition's host and to whoever asked. A failure stops the replica; damage
 * only where another is in sync, or where the replica cannot go on without what the damage keeps from being done. Any thread.
 */
final class LogFaults {
    private final PartitionKey key;
    private final PartitionLog log;
    private final PartitionShard shard;

    LogFaults(PartitionKey key, PartitionLog log, PartitionShard shard) {
        this.key = key;
        this.log = log;
        this.shard = shard;
    }

    /** A result for the partition, if it has this log still: of a log that was closed meanwhile its next one hears nothing. */
    void deliver(HostInput input) {
        shard.deliver(key, (host, nowMs) -> {
            if (host.hasLog(log)) {
                input.apply(host, nowMs);
            }
        });
    }

    /** What the replica is told on its shard; null for damage: whether it stops depends on who else is in sync. */
    @Nullable
    ReplicaInput failed(IOException failure) {
        if (failure instanceof DamagedLogException found) {
            damaged(found);
            return null;
        }
        return stop(failure);
    }

    /** A failure on another thread. */
    void tell(IOException failure) {
        deliver((host, nowMs) -> {
            ReplicaInput input = failed(failure);
            if (input != null) {
                host.accept(input, nowMs);
            }
        });
    }

    /** Damage was met. */
    void damaged(DamagedLogException found) {
        deliver((host, nowMs) -> stops(host, found, nowMs));
    }

    /** Damage kept a change from being made that the replica waits for. */
    void changeIsBarred(DamagedLogException found) {
        deliver((host, nowMs) -> {
            if (!stops(host, found, nowMs)) {
                host.accept(stop(found), nowMs);
            }
        });
    }

    /** Refuses a read on the shard's thread, and tells the host. */
    void refuse(Throwable fault, Reply reply, int leaderEpoch) {
        if (fault instanceof DamagedLogException found) {
            refuseDamaged(found, reply, leaderEpoch);
            return;
        }
        shard.handBack(() -> reply.rejected(rejection(ReplicaError.LOG_OFFLINE, leaderEpoch)));
        tell(fault instanceof IOException io ? io : new IOException(fault));
    }

    /** Once it is known whether another replica can be asked instead: else a reader would ask here for ever. */
    private void refuseDamaged(DamagedLogException found, Reply reply, int leaderEpoch) {
        shard.deliver(key, reply, (host, nowMs) -> {
            boolean goesOn = host.hasLog(log) && !stops(host, found, nowMs);
            reply.rejected(rejection(goesOn ? ReplicaError.CORRUPT_BATCH : ReplicaError.LOG_OFFLINE, leaderEpoch));
        });
    }

    private static boolean stops(PartitionHost host, DamagedLogException found, long nowMs) {
        return host.damaged(String.valueOf(found.getMessage()), nowMs);
    }

    private static ReplicaInput stop(IOException failure) {
        String reason = String.valueOf(failure.getMessage());
        return (replica, now, out) -> replica.onLogFailed(reason, now, out);
    }

    Rejection rejection(ReplicaError error, int leaderEpoch) {
        return new Rejection(error, false, -1, leaderEpoch, log.logStartOffset(), log.logEndOffset());
    }
}
