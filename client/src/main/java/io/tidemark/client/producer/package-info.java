// SPDX-License-Identifier: Apache-2.0
/** Writing records. */
@NullMarked
package io.tidemark.client.producer;

import org.jspecify.annotations.NullMarked;
