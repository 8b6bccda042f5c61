// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import io.tidemark.chaos.workload.History;
import io.tidemark.chaos.workload.RunRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A run of which something is known also when it does not come to its end. */
interface ObservedRun {
    /** Does the run and judges it. */
    ChaosRun.Result run() throws IOException, InterruptedException;

    /** What is known of it. After a run that broke off: what there was until then. */
    SoFar soFar();

    /**
     * Parts of a run.
     *
     * @param record everything that was seen
     * @param seen what the harness itself saw go wrong, by property
     * @param kills processes ended by force
     */
    record SoFar(RunRecord record, Map<String, List<String>> seen, int kills) {
        /** Of a run that has not begun. */
        static final SoFar NOTHING = new SoFar(RunRecord.of(new History(List.of(), new TreeMap<>())), Map.of(), 0);
    }
}
