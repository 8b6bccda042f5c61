// SPDX-License-Identifier: Apache-2.0
/** The log in memory: the reference implementation. */
@NullMarked
package io.tidemark.engine.log.memory;

import org.jspecify.annotations.NullMarked;
