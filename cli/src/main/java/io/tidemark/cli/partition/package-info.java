// SPDX-License-Identifier: Apache-2.0
/** Where partitions lie: one class per command. */
@NullMarked
package io.tidemark.cli.partition;

import org.jspecify.annotations.NullMarked;
