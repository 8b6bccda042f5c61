// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Settings of node 1 that is a cluster alone. */
final class LoneNode {
    private LoneNode() {}

    /**
     * The settings.
     *
     * @param ports its own, then the quorum's
     * @param more what goes beyond, or instead
     */
    static NodeConfig config(Path directory, List<Integer> ports, Map<String, String> more) throws ConfigException {
        Map<String, String> values = new TreeMap<>(Map.of(
                "node.id",
                "1",
                "log.dirs",
                directory.toString(),
                "listeners",
                "127.0.0.1:" + ports.get(0),
                "controller.quorum.voters",
                "1@127.0.0.1:" + ports.get(1) + ":" + ports.get(0)));
        values.putAll(more);
        return NodeConfig.load(null, Map.of(), values);
    }
}
