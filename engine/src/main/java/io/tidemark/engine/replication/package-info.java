// SPDX-License-Identifier: Apache-2.0
/** The replication protocol as pure state machines: inputs are method calls with the time, outputs are effects. No thread, clock, random, file or socket. */
@NullMarked
package io.tidemark.engine.replication;

import org.jspecify.annotations.NullMarked;
