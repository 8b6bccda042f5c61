// SPDX-License-Identifier: Apache-2.0
/** One record for each thing that may be written to the metadata log, with its codec. No thread, clock or file. */
@NullMarked
package io.tidemark.metadata.command;

import org.jspecify.annotations.NullMarked;
