// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.chaos.process.Link.Lane;
import io.tidemark.chaos.process.NodePlan.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All on loopback, with a proxy before every listener; needs no rights. A cut holds bytes back until it is healed. */
public final class ProxyNetwork implements Network {
    private static final String HOST = "127.0.0.1";

    private final ProxyGate gate = new ProxyGate();
    private final Map<Integer, Long> pids = new ConcurrentHashMap<>();
    private final List<ProxyPort> proxies = new ArrayList<>();

    /** Empty. */
    public ProxyNetwork() {}

    @Override
    public List<NodePlan> plan(Path directory, int nodeCount) throws IOException {
        List<Ports> ports = Ports.free(nodeCount);
        List<NodePlan> plans = new ArrayList<>();
        for (int nodeId = 1; nodeId <= nodeCount; nodeId++) {
            Ports own = ports.get(nodeId - 1);
            Ports reached = new Ports(
                    proxy(nodeId, Lane.BROKER, own.broker()), proxy(nodeId, Lane.QUORUM, own.quorum()), own.metrics());
            plans.add(new NodePlan(nodeId, directory.resolve("node-" + nodeId), HOST, own, HOST, reached));
        }
        return plans;
    }

    private int proxy(int nodeId, Lane lane, int targetPort) throws IOException {
        ProxyPort proxy = new ProxyPort(nodeId, lane, targetPort, gate, pids);
        proxies.add(proxy);
        return proxy.port();
    }

    @Override
    public List<String> prefix(int nodeId) {
        return List.of();
    }

    @Override
    public void placed(int nodeId, long pid) {
        pids.put(nodeId, pid);
    }

    @Override
    public void cut(Link link) {
        gate.cut(link);
    }

    @Override
    public void mend(Link link) {
        gate.mend(link);
    }

    @Override
    public boolean canSlow() {
        return true;
    }

    @Override
    public void slow(Link link, int delayMs) {
        gate.slow(link, delayMs);
    }

    @Override
    public boolean isSeenCut(Link link) {
        return gate.hasHeld(link);
    }

    @Override
    public boolean isIdle(Link link) {
        return gate.isIdle(link);
    }

    @Override
    public void heal() {
        gate.heal();
    }

    @Override
    public void close() throws IOException {
        gate.heal();
        for (ProxyPort proxy : proxies) {
            proxy.close();
        }
    }
}
