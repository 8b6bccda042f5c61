// SPDX-License-Identifier: Apache-2.0
/** All that the engine sees of the quorum besides the image: a port. */
@NullMarked
package io.tidemark.metadata.client;

import org.jspecify.annotations.NullMarked;
