// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import java.util.List;

/** Everything that plays in a run, for those who act on each other. */
interface Stage {
    World world();

    SimulationConfig config();

    SimNetwork network();

    SimQuorum quorum();

    Oracle oracle();

    List<Machine> machines();
}
