// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.chaos.process.NodePlan.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All on loopback with nothing between: for what is to be seen without faults. Nothing can be cut or slowed. */
public final class LoopbackNetwork implements Network {
    private static final String HOST = "127.0.0.1";

    /** Empty. */
    public LoopbackNetwork() {}

    @Override
    public List<NodePlan> plan(Path directory, int nodeCount) throws IOException {
        List<NodePlan> plans = new ArrayList<>();
        for (Ports ports : Ports.free(nodeCount)) {
            int nodeId = plans.size() + 1;
            plans.add(new NodePlan(nodeId, directory.resolve("node-" + nodeId), HOST, ports, HOST, ports));
        }
        return plans;
    }

    @Override
    public List<String> prefix(int nodeId) {
        return List.of();
    }

    @Override
    public void placed(int nodeId, long pid) {
        // Nothing is done to single processes.
    }

    @Override
    public void cut(Link link) {
        throw impossible();
    }

    @Override
    public void mend(Link link) {
        throw impossible();
    }

    @Override
    public boolean canSlow() {
        return false;
    }

    @Override
    public void slow(Link link, int delayMs) {
        throw impossible();
    }

    @Override
    public boolean isSeenCut(Link link) {
        return false;
    }

    @Override
    public boolean isIdle(Link link) {
        return true;
    }

    @Override
    public void heal() {
        // Nothing was harmed.
    }

    private static UnsupportedOperationException impossible() {
        return new UnsupportedOperationException("a network without proxies cannot be harmed");
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
