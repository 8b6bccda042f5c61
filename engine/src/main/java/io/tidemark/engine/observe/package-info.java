// SPDX-License-Identifier: Apache-2.0
/** Metrics, state dumps and the readiness endpoint: every metric is named once. */
@NullMarked
package io.tidemark.engine.observe;

import org.jspecify.annotations.NullMarked;
