// SPDX-License-Identifier: Apache-2.0
/** Reading records. */
@NullMarked
package io.tidemark.client.consumer;

import org.jspecify.annotations.NullMarked;
