// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

import java.util.List;
import java.util.SortedMap;
import java.util.UUID;

/**
 * A topic.
 *
 * @param topicId id, never used twice
 * @param name name, unique among live topics
 * @param partitions partitions by number; immutable
 * @param configs configs set on this topic; immutable
 */
public record TopicImage(
        UUID topicId, String name, List<PartitionImage> partitions, SortedMap<String, String> configs) {}
