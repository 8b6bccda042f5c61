// SPDX-License-Identifier: Apache-2.0
/** A cluster over simple in-memory state, with real connections and faults to order. */
@NullMarked
package io.tidemark.client.fake;

import org.jspecify.annotations.NullMarked;
