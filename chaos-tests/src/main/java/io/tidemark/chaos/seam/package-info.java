/**
 * An agent in nodes under test through which clocks jump and disks are slow or fail: it puts a seam where the node reads the
 * wall clock, forces a file, or appends to a log.
 */
@NullMarked
package io.tidemark.chaos.seam;

import org.jspecify.annotations.NullMarked;
