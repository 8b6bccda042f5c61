// SPDX-License-Identifier: Apache-2.0
/** The cluster's feature level: one class per command. */
@NullMarked
package io.tidemark.cli.features;

import org.jspecify.annotations.NullMarked;
