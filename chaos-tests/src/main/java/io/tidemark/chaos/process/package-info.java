// SPDX-License-Identifier: Apache-2.0
/** Clusters of real node processes, and what is done to them. */
@NullMarked
package io.tidemark.chaos.process;

import org.jspecify.annotations.NullMarked;
