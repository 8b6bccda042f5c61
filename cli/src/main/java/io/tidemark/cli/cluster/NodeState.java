// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

/** What a node of a local cluster is doing. */
public enum NodeState {
    /** Its process runs and the quorum lets it lead. */
    up,
    /** Its process runs, but the quorum does not let it lead. */
    fenced,
    /** Its process runs, but the cluster does not know it or does not answer. */
    starting,
    /** It has no process. */
    down
}
