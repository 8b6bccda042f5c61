// SPDX-License-Identifier: Apache-2.0
/** What every command shares with the person at the terminal: options, output forms, errors and exit codes. */
@NullMarked
package io.tidemark.cli.terminal;

import org.jspecify.annotations.NullMarked;
