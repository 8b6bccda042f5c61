// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.net.BindException;
import java.nio.channels.OverlappingFileLockException;
import org.apache.ratis.protocol.exceptions.ChecksumException;

/** Says in one line why a quorum node cannot start, and what to do. */
final class StartFaults {
    private StartFaults() {}

    static QuorumStartException explain(QuorumNodeConfig config, Exception fault) {
        Throwable root = fault;
        for (Throwable cause = fault; cause != null && cause != cause.getCause(); cause = cause.getCause()) {
            root = cause;
            if (cause instanceof QuorumStartException known) {
                return known;
            }
            if (cause instanceof BindException) {
                return new QuorumStartException(
                        "cannot listen on " + config.raftListen() + " for the quorum: the port is in use", fault);
            }
            if (cause instanceof ChecksumException) {
                return damaged(config, cause, fault);
            }
            if (cause instanceof OverlappingFileLockException) {
                return new QuorumStartException(
                        config.directory().path() + " is in use by another process: stop that one first", fault);
            }
        }
        return damaged(config, root, fault);
    }

    /** What is wrong with a log comes in many forms: a wrong checksum, a gap between segments, a header that is none. */
    private static QuorumStartException damaged(QuorumNodeConfig config, Throwable cause, Exception fault) {
        String line = cause.toString().lines().findFirst().orElse("");
        return new QuorumStartException(
                "the metadata log in " + config.directory().path() + " cannot be used (" + line
                        + "): if it is damaged, format an empty directory for this node with `tidemark format`, start it,"
                        + " and let it take this voter's place with `tidemark quorum add`",
                fault);
    }
}
