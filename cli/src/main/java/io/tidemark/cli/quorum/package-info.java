// SPDX-License-Identifier: Apache-2.0
/** Who votes in the metadata quorum and who leads it: one class per command. */
@NullMarked
package io.tidemark.cli.quorum;

import org.jspecify.annotations.NullMarked;
