// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

/** Nodes behind proxies, known by their processes. */
class ProxyNetworkContractTest extends NetworkContract {
    @Override
    Network network() {
        return new ProxyNetwork();
    }
}
