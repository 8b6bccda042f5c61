// SPDX-License-Identifier: Apache-2.0
/** Recording which classes nodes and commands load, so that the next ones start in a third of the time. */
@NullMarked
package io.tidemark.cli.archive;

import org.jspecify.annotations.NullMarked;
