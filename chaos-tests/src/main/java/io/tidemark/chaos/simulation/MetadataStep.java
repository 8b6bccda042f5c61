// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterImage;

/** An entry of the metadata log and what it did. */
record MetadataStep(
        Stage stage, ClusterImage before, ClusterImage after, ClusterCommand command, CommandAnswer answer) {}
