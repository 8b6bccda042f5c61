// SPDX-License-Identifier: Apache-2.0
/** Runs and campaigns of runs: a cluster, clients, faults, and all checks after it. */
@NullMarked
package io.tidemark.chaos;

import org.jspecify.annotations.NullMarked;
