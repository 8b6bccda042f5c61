// SPDX-License-Identifier: Apache-2.0
/** Carries out the core's effects: shards, hosts, fetchers, flushers. The only package of the engine that owns threads. */
@NullMarked
package io.tidemark.engine.runtime;

import org.jspecify.annotations.NullMarked;
