// SPDX-License-Identifier: Apache-2.0
/**
 * Guards of the protocol switched off one at a time, by rewriting the bytecode of production classes: in a class loader of
 * its own for the simulator, as a Java agent for real processes. Production code holds no switch for any of this.
 */
@NullMarked
package io.tidemark.chaos.mutation;

import org.jspecify.annotations.NullMarked;
