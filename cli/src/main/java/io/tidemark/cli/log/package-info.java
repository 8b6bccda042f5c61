// SPDX-License-Identifier: Apache-2.0
/** {@code tidemark log}: looks at the logs of a stopped node. */
@NullMarked
package io.tidemark.cli.log;

import org.jspecify.annotations.NullMarked;
