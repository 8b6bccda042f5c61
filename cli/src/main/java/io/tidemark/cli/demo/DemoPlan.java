// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

import java.nio.file.Path;

/**
 * What a demo does.
 *
 * @param input text file to stream
 * @param recordCount most lines to write; the file is read again from the top when it has fewer
 * @param linesPerSecond pace; 0 for as fast as it goes
 * @param victim which node to kill
 * @param failoverCount how often; with more than one, writing ends when the last is over
 * @param keepsFiles whether the cluster's directory stays
 */
record DemoPlan(Path input, int recordCount, int linesPerSecond, Victim victim, int failoverCount, boolean keepsFiles) {
    static final String TOPIC = "demo";
    static final int NODE_COUNT = 3;
    static final int PARTITION_COUNT = 6;
    static final int REPLICATION_FACTOR = 3;
    /** Lines are dealt out to this many keys, round robin, so that order for each key can be checked. */
    static final int KEY_COUNT = 60;

    /** Which node to kill. */
    enum Victim {
        /** The one whose partitions took the most records. */
        busiest,
        /** The one that leads the metadata quorum. */
        controller,
        /** The busiest of those that do not lead the metadata quorum. */
        other
    }

    static String key(int line) {
        return "key-" + line % KEY_COUNT;
    }
}
