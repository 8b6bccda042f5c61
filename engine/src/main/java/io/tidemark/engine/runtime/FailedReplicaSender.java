// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.command.ClusterCommand.FailedReplica;
import io.tidemark.metadata.command.CommandAnswer;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Carries the word that replicas of this broker failed to the controller. Thread-safe; does not block. */
@FunctionalInterface
public interface FailedReplicaSender {
    /** Sends it; completes with the controller's answer. */
    CompletionStage<CommandAnswer> send(List<FailedReplica> failed);
}
