// SPDX-License-Identifier: Apache-2.0
/** Commands on topics and the forms in which topics are printed. */
@NullMarked
package io.tidemark.cli.topic;

import org.jspecify.annotations.NullMarked;
