// SPDX-License-Identifier: Apache-2.0
/** Between the wire contract's generated messages and the record format. Pure functions, no I/O. */
@NullMarked
package io.tidemark.wire;

import org.jspecify.annotations.NullMarked;
