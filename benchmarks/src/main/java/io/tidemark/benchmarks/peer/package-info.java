// SPDX-License-Identifier: Apache-2.0
/**
 * The systems that are compared, each as three node processes on loopback with the same heap: Tidemark from its built
 * distribution, Apache Kafka from its Maven artifacts.
 */
@NullMarked
package io.tidemark.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
