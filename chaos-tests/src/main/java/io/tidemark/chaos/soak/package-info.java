// SPDX-License-Identifier: Apache-2.0
/** A cluster without faults on a machine that has no processor to spare: nobody may be taken for dead. */
@NullMarked
package io.tidemark.chaos.soak;

import org.jspecify.annotations.NullMarked;
