// SPDX-License-Identifier: Apache-2.0
/** A cluster that loses a node half-way, and the proof that it kept every record. */
@NullMarked
package io.tidemark.cli.demo;

import org.jspecify.annotations.NullMarked;
