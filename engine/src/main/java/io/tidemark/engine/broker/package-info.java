// SPDX-License-Identifier: Apache-2.0
/** The composition root: configuration, life cycle, main. Nothing imports it. */
@NullMarked
package io.tidemark.engine.broker;

import org.jspecify.annotations.NullMarked;
