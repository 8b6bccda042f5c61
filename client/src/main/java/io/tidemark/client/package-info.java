// SPDX-License-Identifier: Apache-2.0
/** What all parts of the client share: partitions, headers, errors. */
@NullMarked
package io.tidemark.client;

import org.jspecify.annotations.NullMarked;
