// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.runtime.PartitionDirectory;
import io.tidemark.metadata.image.ClusterImage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * What the services of a node share.
 *
 * @param directory where requests go
 * @param image the latest image
 * @param metrics counts what happens
 * @param decoding runs what takes time, such as decompressing records
 * @param inboundBudgetBytes bytes of unanswered writes that the node may hold
 */
public record ServiceParts(
        PartitionDirectory directory,
        Supplier<ClusterImage> image,
        EngineMetrics metrics,
        Executor decoding,
        long inboundBudgetBytes) {}
