// SPDX-License-Identifier: Apache-2.0
/** What a run came to: its verdict, and a page that shows it. */
@NullMarked
package io.tidemark.chaos.report;

import org.jspecify.annotations.NullMarked;
