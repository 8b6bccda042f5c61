// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import java.util.List;

/**
 * A node at one moment, as it told.
 *
 * @param timeNanos when, on the history's clock
 * @param nodeId node
 * @param brokerEpoch broker epoch; -1 before the registration
 * @param controllerId node id of the active controller as known; -1 when not
 * @param leaseValid whether it held its lease
 * @param partitions its replicas
 */
public record NodeSample(
        long timeNanos,
        int nodeId,
        long brokerEpoch,
        int controllerId,
        boolean leaseValid,
        List<PartitionSample> partitions) {}
