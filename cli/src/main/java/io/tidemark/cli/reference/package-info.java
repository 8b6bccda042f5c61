// SPDX-License-Identifier: Apache-2.0
/** What there is to say on a command line or in a configuration, written from the code that reads it. */
@NullMarked
package io.tidemark.cli.reference;

import org.jspecify.annotations.NullMarked;
