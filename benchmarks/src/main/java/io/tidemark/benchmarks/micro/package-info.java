// SPDX-License-Identifier: Apache-2.0
/** JMH benchmarks of single paths. */
@NullMarked
package io.tidemark.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
