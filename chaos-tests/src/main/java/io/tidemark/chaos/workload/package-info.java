// SPDX-License-Identifier: Apache-2.0
/** What clients do to a cluster while things go wrong, and the history of what they saw. */
@NullMarked
package io.tidemark.chaos.workload;

import org.jspecify.annotations.NullMarked;
