// SPDX-License-Identifier: Apache-2.0
/** Whole clusters inside a JVM, for the tests of those who use Tidemark. */
@NullMarked
package io.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
