// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.invariant;

import io.tidemark.chaos.workload.Step;

/** A partition as a group reads it. */
record GroupPartition(String group, int partition) {
    static GroupPartition of(Step.Committed committed) {
        return new GroupPartition(committed.group(), committed.partition());
    }
}
