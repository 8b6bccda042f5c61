// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import java.util.List;
import java.util.SortedSet;
import java.util.UUID;

/**
 * A topic that can be read.
 *
 * @param topicId topic id
 * @param racks racks of each partition's replicas, by partition number
 */
public record GroupTopic(UUID topicId, List<SortedSet<String>> racks) {}
