// SPDX-License-Identifier: Apache-2.0
/** What is not well in a cluster, and what failures it would survive. */
@NullMarked
package io.tidemark.cli.health;

import org.jspecify.annotations.NullMarked;
