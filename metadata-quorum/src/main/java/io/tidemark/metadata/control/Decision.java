// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterDelta;
import org.jspecify.annotations.Nullable;

/**
 * What a command changes, and its answer.
 *
 * @param delta the change; null when nothing changes
 * @param answer the answer
 */
public record Decision(@Nullable ClusterDelta delta, CommandAnswer answer) {}
