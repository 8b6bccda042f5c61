// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.observe;

import java.util.List;

/**
 * A broker at one moment.
 *
 * @param wallMs its wall clock, milliseconds since 1970-01-01 UTC
 * @param diskUsableBytes what its logs' disk has left
 * @param diskTotalBytes size of that disk
 * @param partitions its partitions
 */
public record BrokerSnapshot(
        long wallMs, long diskUsableBytes, long diskTotalBytes, List<PartitionSnapshot> partitions) {}
