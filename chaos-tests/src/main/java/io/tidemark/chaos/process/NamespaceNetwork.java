// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.chaos.process.Link.Lane;
import io.tidemark.chaos.process.NodePlan.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A network namespace for each node, and one between them that routes. A cut is a routing rule there, so that packets one
 * way are lost without a word while the other way goes on. Needs root and iproute2, nothing else.
 */
public final class NamespaceNetwork implements Network {
    private static final String NET = "10.231.";
    private static final Ports PORTS = new Ports(9092, 9093, 9094);
    private static final String PROBE = "exec 3<>/dev/tcp/";

    private final String name;
    private final String router;
    private final Map<Link, List<List<String>>> rules = new LinkedHashMap<>();
    private int nodeCount;

    /** Empty; names are made from this process's id. */
    public NamespaceNetwork() {
        this.name = "tm" + ProcessHandle.current().pid();
        this.router = name + "r";
    }

    /** Whether this machine can do it. */
    public static boolean isPossible() {
        return Shell.isRoot() && Shell.succeeds(List.of("ip", "netns", "list"));
    }

    @Override
    public List<NodePlan> plan(Path directory, int nodes) throws IOException {
        nodeCount = nodes;
        Shell.run("ip", "netns", "add", router);
        Shell.run("ip", "netns", "exec", router, "sysctl", "-qw", "net.ipv4.ip_forward=1");
        Shell.run("ip", "link", "add", name, "type", "veth", "peer", "name", "h0", "netns", router);
        Shell.run("ip", "addr", "add", address(Link.CLIENTS) + "/30", "dev", name);
        Shell.run("ip", "link", "set", name, "up");
        up(router, "h0", NET + "0.1/30");
        Shell.run("ip", "route", "add", NET + "0.0/16", "via", NET + "0.1");
        List<NodePlan> plans = new ArrayList<>();
        for (int nodeId = 1; nodeId <= nodes; nodeId++) {
            attach(nodeId);
            plans.add(new NodePlan(
                    nodeId, directory.resolve("node-" + nodeId), address(nodeId), PORTS, address(nodeId), PORTS));
        }
        return plans;
    }

    private void attach(int nodeId) throws IOException {
        String space = space(nodeId);
        Shell.run("ip", "netns", "add", space);
        Shell.run(
                "ip",
                "link",
                "add",
                "n" + nodeId,
                "netns",
                router,
                "type",
                "veth",
                "peer",
                "name",
                "eth0",
                "netns",
                space);
        up(router, "n" + nodeId, NET + nodeId + ".1/30");
        up(space, "eth0", address(nodeId) + "/30");
        Shell.run("ip", "-n", space, "link", "set", "lo", "up");
        Shell.run("ip", "-n", space, "route", "add", "default", "via", NET + nodeId + ".1");
    }

    private static void up(String space, String device, String address) throws IOException {
        Shell.run("ip", "-n", space, "addr", "add", address, "dev", device);
        Shell.run("ip", "-n", space, "link", "set", device, "up");
    }

    private String space(int nodeId) {
        return name + "n" + nodeId;
    }

    private static String address(int party) {
        return NET + party + ".2";
    }

    @Override
    public List<String> prefix(int nodeId) {
        return List.of("ip", "netns", "exec", space(nodeId));
    }

    @Override
    public void placed(int nodeId, long pid) {
        // Its namespace, not its process, tells who it is.
    }

    @Override
    public void cut(Link link) throws IOException {
        for (List<String> packets : packets(link)) {
            List<String> rule = new ArrayList<>(List.of("from", address(link.from()), "to", address(link.to())));
            rule.addAll(packets);
            rule.add("blackhole");
            Shell.run(ruleCommand("add", rule));
            rules.computeIfAbsent(link, unused -> new ArrayList<>()).add(rule);
        }
    }

    /** Words that choose the packets of a link among all from one party to the other. */
    private static List<List<String>> packets(Link link) {
        if (link.lane() == Lane.ALL && link.from() != Link.CLIENTS && link.to() != Link.CLIENTS) {
            return List.of(List.of());
        }
        // The state page stays in sight of the harness: only the lane's own port is cut.
        List<List<String>> packets = new ArrayList<>();
        for (int port : ports(link.lane())) {
            for (String end : link.lane() == Lane.BROKER_ANSWERS ? List.of("sport") : List.of("dport", "sport")) {
                packets.add(List.of("ipproto", "tcp", end, String.valueOf(port)));
            }
        }
        return packets;
    }

    private static List<Integer> ports(Lane lane) {
        return switch (lane) {
            case BROKER, BROKER_ANSWERS -> List.of(PORTS.broker());
            case QUORUM -> List.of(PORTS.quorum());
            case ALL -> List.of(PORTS.broker(), PORTS.quorum());
        };
    }

    private List<String> ruleCommand(String verb, List<String> rule) {
        List<String> words = new ArrayList<>(List.of("ip", "-n", router, "rule", verb));
        words.addAll(rule);
        return words;
    }

    @Override
    public void mend(Link link) throws IOException {
        List<List<String>> cut = rules.remove(link);
        if (cut != null) {
            for (List<String> rule : cut) {
                Shell.run(ruleCommand("del", rule));
            }
        }
    }

    @Override
    public boolean canSlow() {
        return false;
    }

    @Override
    public void slow(Link link, int delayMs) {
        throw new UnsupportedOperationException("this network has no delays");
    }

    @Override
    public boolean isSeenCut(Link link) {
        return packets(link).stream().noneMatch(packets -> isRouted(link, packets)) && !isAnswered(link);
    }

    /** Whether the router would pass such packets on: its own decision for a packet that comes in from the sender. */
    private boolean isRouted(Link link, List<String> packets) {
        String device = link.from() == Link.CLIENTS ? "h0" : "n" + link.from();
        List<String> question = new ArrayList<>(List.of("ip", "-n", router, "route", "get", address(link.to())));
        question.addAll(List.of("from", address(link.from()), "iif", device));
        question.addAll(packets);
        return Shell.succeeds(question);
    }

    /** Whether a connection between the two comes about, which needs both ways. */
    private boolean isAnswered(Link link) {
        boolean isAnswering = link.to() == Link.CLIENTS || link.lane() == Lane.BROKER_ANSWERS;
        int target = isAnswering ? link.from() : link.to();
        int source = target == link.to() ? link.from() : link.to();
        int port = ports(link.lane()).get(0);
        List<String> probe = new ArrayList<>(source == Link.CLIENTS ? List.of() : prefix(source));
        probe.addAll(List.of("timeout", "0.4", "bash", "-c", PROBE + address(target) + "/" + port));
        return Shell.succeeds(probe);
    }

    @Override
    public boolean isIdle(Link link) {
        return false; // It sends what it looks at itself.
    }

    @Override
    public void heal() throws IOException {
        for (Link link : List.copyOf(rules.keySet())) {
            mend(link);
        }
    }

    @Override
    public void close() throws IOException {
        for (int nodeId = 1; nodeId <= nodeCount; nodeId++) {
            Shell.succeeds(List.of("ip", "netns", "del", space(nodeId)));
        }
        Shell.succeeds(List.of("ip", "netns", "del", router));
        Shell.succeeds(List.of("ip", "link", "del", name));
    }
}
