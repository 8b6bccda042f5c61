// SPDX-License-Identifier: Apache-2.0
/** Commands on consumer groups. */
@NullMarked
package io.tidemark.cli.group;

import org.jspecify.annotations.NullMarked;
