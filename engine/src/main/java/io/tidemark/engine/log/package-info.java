// SPDX-License-Identifier: Apache-2.0
/** The log of one partition: the port, and what all its implementations share. */
@NullMarked
package io.tidemark.engine.log;

import org.jspecify.annotations.NullMarked;
