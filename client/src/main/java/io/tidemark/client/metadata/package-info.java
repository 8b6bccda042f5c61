// SPDX-License-Identifier: Apache-2.0
/** The client's view of topics, leaders and connections, and its configuration. */
@NullMarked
package io.tidemark.client.metadata;

import org.jspecify.annotations.NullMarked;
