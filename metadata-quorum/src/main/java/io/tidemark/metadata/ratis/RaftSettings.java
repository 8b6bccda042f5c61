// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.rpc.SupportedRpcType;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** The Ratis settings of a metadata quorum: small logs, small buffers, everything forced, nothing dropped. */
final class RaftSettings {
    private RaftSettings() {}

    /** @param isFirstCandidate whether it stands for the first election before others do */
    static RaftProperties of(QuorumNodeConfig config, Path quorumDirectory, boolean isFirstCandidate) {
        RaftProperties properties = new RaftProperties();
        RaftConfigKeys.Rpc.setType(properties, SupportedRpcType.GRPC);
        RaftServerConfigKeys.setStorageDir(properties, List.of(quorumDirectory.toFile()));
        transport(properties, config);
        elections(properties, config);
        firstElection(properties, isFirstCandidate);
        log(properties);
        appender(properties);
        snapshots(properties, config);
        return properties;
    }

    private static void transport(RaftProperties properties, QuorumNodeConfig config) {
        GrpcConfigKeys.Server.setHost(properties, config.raftListen().host());
        GrpcConfigKeys.Server.setPort(properties, config.raftListen().port());
        GrpcConfigKeys.setMessageSizeMax(properties, mib(16));
        GrpcConfigKeys.setFlowControlWindow(properties, mib(1));
        RaftServerConfigKeys.Write.setElementLimit(properties, 1024);
        RaftServerConfigKeys.Write.setByteLimit(properties, mib(16));
        RaftServerConfigKeys.RetryCache.setExpiryTime(properties, ms(10_000));
    }

    private static void elections(RaftProperties properties, QuorumNodeConfig config) {
        RaftServerConfigKeys.Rpc.setTimeoutMin(properties, ms(config.electionTimeoutMinMs()));
        RaftServerConfigKeys.Rpc.setTimeoutMax(properties, ms(config.electionTimeoutMaxMs()));
        RaftServerConfigKeys.Rpc.setRequestTimeout(properties, ms(1000));
        RaftServerConfigKeys.Rpc.setSlownessTimeout(properties, ms(60_000));
        RaftServerConfigKeys.LeaderElection.setPreVote(properties, true);
        RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(properties, ms(2000));
        RaftServerConfigKeys.setSleepDeviationThreshold(properties, ms(500));
        // A long pause must not close the server inside a living process: it rejoins as a follower instead.
        RaftServerConfigKeys.setCloseThreshold(properties, TimeDuration.valueOf(1, TimeUnit.DAYS));
        RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
    }

    private static void firstElection(RaftProperties properties, boolean isFirstCandidate) {
        int minMs = isFirstCandidate ? FirstCandidate.TIMEOUT_MIN_MS : 300;
        int maxMs = isFirstCandidate ? FirstCandidate.TIMEOUT_MAX_MS : 900;
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, ms(minMs));
        RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, ms(maxMs));
    }

    private static void log(RaftProperties properties) {
        RaftServerConfigKeys.Log.setCorruptionPolicy(properties, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
        RaftServerConfigKeys.Log.setSegmentSizeMax(properties, mib(4));
        RaftServerConfigKeys.Log.setPreallocatedSize(properties, SizeInBytes.valueOf("256KB"));
        RaftServerConfigKeys.Log.setWriteBufferSize(properties, mib(1));
        RaftServerConfigKeys.Log.setSegmentCacheNumMax(properties, 2);
        RaftServerConfigKeys.Log.setSegmentCacheSizeMax(properties, mib(16));
        RaftServerConfigKeys.Log.setUnsafeFlushEnabled(properties, false);
        RaftServerConfigKeys.Log.setAsyncFlushEnabled(properties, false);
        RaftServerConfigKeys.Log.setLogMetadataEnabled(properties, true);
    }

    private static void appender(RaftProperties properties) {
        RaftServerConfigKeys.Log.Appender.setBufferByteLimit(properties, SizeInBytes.valueOf("512KB"));
        RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(properties, mib(1));
        RaftServerConfigKeys.Log.Appender.setInstallSnapshotEnabled(properties, true);
        // The default makes a leader wait up to five seconds before it tries a restarted follower again.
        RaftServerConfigKeys.Log.Appender.setRetryPolicy(properties, "10ms,10,300ms,1000000000");
    }

    private static void snapshots(RaftProperties properties, QuorumNodeConfig config) {
        int everyEntries = config.snapshotEveryEntries();
        RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(properties, true);
        RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(properties, everyEntries);
        RaftServerConfigKeys.Snapshot.setCreationGap(properties, Math.min(1000, everyEntries));
        RaftServerConfigKeys.Snapshot.setRetentionFileNum(properties, 2);
        RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(properties, true);
        RaftServerConfigKeys.Log.setPurgePreservationLogNum(properties, everyEntries / 2);
        RaftServerConfigKeys.Log.setPurgeGap(properties, Math.min(1000, everyEntries));
    }

    private static SizeInBytes mib(int count) {
        return SizeInBytes.valueOf((long) count << 20);
    }

    private static TimeDuration ms(int duration) {
        return TimeDuration.valueOf(duration, TimeUnit.MILLISECONDS);
    }
}
