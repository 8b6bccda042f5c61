// SPDX-License-Identifier: Apache-2.0
/** Writing lines as records and records as lines, byte for byte. */
@NullMarked
package io.tidemark.cli.record;

import org.jspecify.annotations.NullMarked;
