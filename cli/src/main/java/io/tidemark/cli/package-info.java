// SPDX-License-Identifier: Apache-2.0
/** The {@code tidemark} command: puts the commands together and turns their outcome into an exit code. */
@NullMarked
package io.tidemark.cli;

import org.jspecify.annotations.NullMarked;
