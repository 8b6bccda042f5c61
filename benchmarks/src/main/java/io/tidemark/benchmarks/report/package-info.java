// SPDX-License-Identifier: Apache-2.0
/**
 * What runs measured, as JSON lines, and the pages made of them: medians, ratios with their intervals, plots. Knows nothing
 * of systems and loads.
 */
@NullMarked
package io.tidemark.benchmarks.report;

import org.jspecify.annotations.NullMarked;
