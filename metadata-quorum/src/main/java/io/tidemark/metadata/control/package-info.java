// SPDX-License-Identifier: Apache-2.0
/** Pure decisions of the controller: from an image and a command to a change and an answer. No thread, clock, random or file. */
@NullMarked
package io.tidemark.metadata.control;

import org.jspecify.annotations.NullMarked;
