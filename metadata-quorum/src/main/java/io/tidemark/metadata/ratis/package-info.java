// SPDX-License-Identifier: Apache-2.0
/** The quorum on Apache Ratis: the only package that may use org.apache.ratis. */
@NullMarked
package io.tidemark.metadata.ratis;

import org.jspecify.annotations.NullMarked;
