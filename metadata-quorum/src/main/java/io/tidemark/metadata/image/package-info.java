// SPDX-License-Identifier: Apache-2.0
/** The cluster's metadata as immutable values, and the differences between them. No thread, clock or file. */
@NullMarked
package io.tidemark.metadata.image;

import org.jspecify.annotations.NullMarked;
