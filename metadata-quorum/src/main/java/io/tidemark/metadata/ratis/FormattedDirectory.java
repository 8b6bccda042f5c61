// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import java.nio.file.Path;
import java.util.UUID;

/**
 * A data directory that was formatted for one node of one cluster.
 *
 * @param path the directory
 * @param clusterId cluster that it belongs to
 * @param nodeId node that it belongs to
 * @param directoryId its own id; with the node id it names a voter, so that a new disk is a new voter
 */
public record FormattedDirectory(Path path, String clusterId, int nodeId, UUID directoryId) {}
