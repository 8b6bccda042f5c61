// SPDX-License-Identifier: Apache-2.0
/** The {@code benchmarks} command: loads on whole clusters beside Apache Kafka, and the pages made of them. */
@NullMarked
package io.tidemark.benchmarks;

import org.jspecify.annotations.NullMarked;
