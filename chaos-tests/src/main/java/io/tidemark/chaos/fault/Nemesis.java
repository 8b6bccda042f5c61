// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.time.Duration;

/** One kind of harm. Stateless; called by one thread. */
public interface Nemesis {
    /** Its name, as asked for on the command line. */
    String name();

    /** Whether this cluster and this machine allow it. */
    boolean suits(Battlefield field);

    /** Does it and returns at once. */
    Injury strike(Battlefield field) throws IOException;

    /** How long it lasts. */
    Duration hold();
}
