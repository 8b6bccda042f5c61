// SPDX-License-Identifier: Apache-2.0
/** The log on Chronicle Queue: the only package that may use net.openhft. */
@NullMarked
package io.tidemark.engine.log.chronicle;

import org.jspecify.annotations.NullMarked;
