// SPDX-License-Identifier: Apache-2.0
/** What goes wrong: each nemesis does one kind of harm, shows that it took effect, and undoes it. */
@NullMarked
package io.tidemark.chaos.fault;

import org.jspecify.annotations.NullMarked;
