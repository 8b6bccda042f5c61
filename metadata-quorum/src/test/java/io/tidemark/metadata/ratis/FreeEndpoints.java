// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import io.tidemark.metadata.image.Endpoint;
import java.util.List;

/** Loopback with free ports. */
final class FreeEndpoints {
    private FreeEndpoints() {}

    static List<Endpoint> take(int count) {
        return FreePorts.take(count).stream()
                .map(port -> new Endpoint("127.0.0.1", port))
                .toList();
    }
}
