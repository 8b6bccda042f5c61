// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Nodes in namespaces; needs root, and passes over without. */
class NamespaceNetworkTest extends NetworkContract {
    @Override
    Network network() {
        assumeTrue(NamespaceNetwork.isPossible(), "needs root and iproute2");
        return new NamespaceNetwork();
    }
}
