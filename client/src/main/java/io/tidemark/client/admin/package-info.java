// SPDX-License-Identifier: Apache-2.0
/** Describing and changing topics and the cluster. */
@NullMarked
package io.tidemark.client.admin;

import org.jspecify.annotations.NullMarked;
