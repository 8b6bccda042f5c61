// SPDX-License-Identifier: Apache-2.0
/** Properties of a history, one class each. Pure: no cluster, clock or thread, so that every one is tested on bad histories. */
@NullMarked
package io.tidemark.chaos.invariant;

import org.jspecify.annotations.NullMarked;
