// SPDX-License-Identifier: Apache-2.0
/**
 * Consumer groups as pure state machines (KIP-848): who is a member, what each shall read and reads, how far the group has
 * read. Inputs are method calls with the time, outputs are effects; nothing here sees a clock, a thread or a log.
 */
@NullMarked
package io.tidemark.engine.group;

import org.jspecify.annotations.NullMarked;
