// SPDX-License-Identifier: Apache-2.0
/** Running one node: its process, its data directory, its configuration. */
@NullMarked
package io.tidemark.cli.server;

import org.jspecify.annotations.NullMarked;
