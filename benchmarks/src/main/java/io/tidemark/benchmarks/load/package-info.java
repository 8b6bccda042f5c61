// SPDX-License-Identifier: Apache-2.0
/**
 * Loads on a replicated log, the same for every {@link io.tidemark.benchmarks.load.LogSystem}: scenarios, generators and
 * what they record. Open loops count latency from the moment a record was due, so that a stall is seen by all whom it
 * would have hit.
 */
@NullMarked
package io.tidemark.benchmarks.load;

import org.jspecify.annotations.NullMarked;
