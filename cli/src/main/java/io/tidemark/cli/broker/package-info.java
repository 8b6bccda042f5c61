// SPDX-License-Identifier: Apache-2.0
/** Brokers as an operator sees them: one class per command. */
@NullMarked
package io.tidemark.cli.broker;

import org.jspecify.annotations.NullMarked;
