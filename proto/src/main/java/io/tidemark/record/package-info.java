// SPDX-License-Identifier: Apache-2.0
/** The record batch, format v2: the same bytes on disk, on the wire and in every replica. Depends on java.* and the codecs. */
@NullMarked
package io.tidemark.record;

import org.jspecify.annotations.NullMarked;
