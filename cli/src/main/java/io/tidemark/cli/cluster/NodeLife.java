// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

/** How the nodes of a local cluster live beside the process that starts them. */
public enum NodeLife {
    /** They stay when that process ends. */
    OWN,
    /** They end when that process does, however it ends. */
    ATTACHED,
    /** As attached, and when stopped in good order the first leaves an archive of its classes, from which others start fast. */
    RECORDED
}
