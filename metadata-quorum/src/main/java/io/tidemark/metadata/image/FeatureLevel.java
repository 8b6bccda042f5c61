// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

/**
 * Feature levels of a cluster: what all its nodes must understand. The level stands in the image, so it is in the log, in
 * snapshots and with every broker. A new cluster begins with the highest level of the software that makes it; an older one
 * keeps its own until an operator raises it, so that until then nodes of the older software can go on and come back. It is
 * never lowered. A node whose software does not support the level does not take part.
 */
public final class FeatureLevel {
    /** What there was before levels were written down. */
    public static final int FIRST = 1;

    /** Moves of partitions may have a limit. */
    public static final int THROTTLED_MOVES = 2;

    /** Brokers may be drained. */
    public static final int DRAINED_BROKERS = 3;

    /** The highest that this software supports. */
    public static final int LATEST = DRAINED_BROKERS;

    private FeatureLevel() {}

    /** The level that a message names; one that names none is of the first. */
    public static int of(int written) {
        return written == 0 ? FIRST : written;
    }

    /** One line on a cluster whose level this software does not support; it says what to do. */
    public static String unsupported(int clusterLevel) {
        return "the cluster's feature level is " + clusterLevel + " and this software supports up to " + LATEST
                + ": start the node with the newer software";
    }
}
