// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.Endpoint;
import java.util.List;
import java.util.TreeSet;

/**
 * What a quorum node needs to know. Immutable; made by {@link #of} and narrowed by the {@code with} methods.
 *
 * @param directory the node's data directory
 * @param voters all voters, this node among them; the same list on every node
 * @param raftListen where to listen for other voters
 * @param electionTimeoutMinMs shortest time without a leader's message after which a voter stands for election
 * @param electionTimeoutMaxMs longest such time
 * @param sessionTimeoutMs length of a broker's lease
 * @param snapshotEveryEntries a snapshot is taken after so many entries of the metadata log
 * @param reserveBytes space that is kept back for a disk that fills
 * @param fatalHandler told when the node must not go on
 */
public record QuorumNodeConfig(
        FormattedDirectory directory,
        List<VoterAddress> voters,
        Endpoint raftListen,
        int electionTimeoutMinMs,
        int electionTimeoutMaxMs,
        int sessionTimeoutMs,
        int snapshotEveryEntries,
        long reserveBytes,
        FatalHandler fatalHandler) {

    private static final long RESERVE_BYTES = 16L << 20;

    /** Checks that the parts fit together. */
    public QuorumNodeConfig {
        voters = List.copyOf(voters);
        if (new TreeSet<>(voters.stream().map(VoterAddress::nodeId).toList()).size() != voters.size()) {
            throw new IllegalArgumentException("a node id is named twice among the quorum's voters");
        }
        if (electionTimeoutMinMs < 50 || electionTimeoutMaxMs < electionTimeoutMinMs * 3L / 2) {
            throw new IllegalArgumentException(
                    "the election timeout must be at least 50 ms, and its maximum at least 1.5 times its minimum");
        }
        if (sessionTimeoutMs < 100 || snapshotEveryEntries < 1 || reserveBytes < 0) {
            throw new IllegalArgumentException("the session timeout must be at least 100 ms, the snapshot interval 1");
        }
    }

    /**
     * The defaults for a node.
     *
     * @throws IllegalArgumentException when the directory's node is not among the voters
     */
    public static QuorumNodeConfig of(FormattedDirectory directory, List<VoterAddress> voters) {
        VoterAddress self = voters.stream()
                .filter(voter -> voter.nodeId() == directory.nodeId())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "node " + directory.nodeId() + " is not among the quorum's voters " + voters));
        return new QuorumNodeConfig(
                directory, voters, self.raft(), 500, 1000, 1500, 20_000, RESERVE_BYTES, FatalHandler.haltProcess());
    }

    /** The same with another listening address for voters. */
    public QuorumNodeConfig withRaftListen(Endpoint listen) {
        return new QuorumNodeConfig(
                directory,
                voters,
                listen,
                electionTimeoutMinMs,
                electionTimeoutMaxMs,
                sessionTimeoutMs,
                snapshotEveryEntries,
                reserveBytes,
                fatalHandler);
    }

    /** The same with other election timeouts. */
    public QuorumNodeConfig withElectionTimeout(int minMs, int maxMs) {
        return new QuorumNodeConfig(
                directory,
                voters,
                raftListen,
                minMs,
                maxMs,
                sessionTimeoutMs,
                snapshotEveryEntries,
                reserveBytes,
                fatalHandler);
    }

    /** The same with another length of the brokers' leases. */
    public QuorumNodeConfig withSessionTimeout(int timeoutMs) {
        return new QuorumNodeConfig(
                directory,
                voters,
                raftListen,
                electionTimeoutMinMs,
                electionTimeoutMaxMs,
                timeoutMs,
                snapshotEveryEntries,
                reserveBytes,
                fatalHandler);
    }

    /** The same with another snapshot interval. */
    public QuorumNodeConfig withSnapshotEvery(int entries) {
        return new QuorumNodeConfig(
                directory,
                voters,
                raftListen,
                electionTimeoutMinMs,
                electionTimeoutMaxMs,
                sessionTimeoutMs,
                entries,
                reserveBytes,
                fatalHandler);
    }

    /** The same with another reserve of space. */
    public QuorumNodeConfig withReserve(long bytes) {
        return new QuorumNodeConfig(
                directory,
                voters,
                raftListen,
                electionTimeoutMinMs,
                electionTimeoutMaxMs,
                sessionTimeoutMs,
                snapshotEveryEntries,
                bytes,
                fatalHandler);
    }

    /** The same with another fatal handler. */
    public QuorumNodeConfig withFatalHandler(FatalHandler handler) {
        return new QuorumNodeConfig(
                directory,
                voters,
                raftListen,
                electionTimeoutMinMs,
                electionTimeoutMaxMs,
                sessionTimeoutMs,
                snapshotEveryEntries,
                reserveBytes,
                handler);
    }

    /** This node's own entry among the voters. */
    VoterAddress self() {
        return voters.stream()
                .filter(voter -> voter.nodeId() == directory.nodeId())
                .findFirst()
                .orElseThrow();
    }
}
