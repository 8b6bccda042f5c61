// SPDX-License-Identifier: Apache-2.0
/** The commands as a person runs them: the launcher of a built distribution, real node processes, other languages. */
@NullMarked
package io.tidemark.command;

import org.jspecify.annotations.NullMarked;
