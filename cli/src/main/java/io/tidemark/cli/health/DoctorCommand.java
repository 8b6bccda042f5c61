// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.health.Finding.Severity;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.ConfigEntry;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark doctor}: what failures each topic survives, and what would make it safer. */
@Command(
        name = "doctor",
        description =
                "Hold each topic and its producers, the quorum, and the brokers' clocks and disks against what keeps records"
                        + " safe, and say what failures they survive."
                        + " Ends 3 when records can be lost, or writes are refused, now.",
        footer = {"", "Examples:", "  tidemark doctor", "  tidemark doctor orders -o json"})
public final class DoctorCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Topics. Default: all.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** The command in a session. */
    public DoctorCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<Finding> findings = new ArrayList<>();
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            DescribeClusterResponse described = admin.describeCluster();
            Map<Integer, String> racks = racks(described);
            findings.addAll(QuorumCheckup.run(described, admin.describeQuorum().getVotersCount()));
            findings.addAll(BrokerCheckup.run(admin, described, names));
            for (TopicDescription topic : admin.describeTopics(names)) {
                Map<String, String> configs = configs(admin.describeConfigs(topic.getName()));
                findings.addAll(new TopicCheckup(topic, configs, racks).run());
            }
        }
        tell(findings);
        boolean isBad = findings.stream().anyMatch(finding -> finding.severity() == Severity.error);
        return isBad ? ExitCode.UNHEALTHY : ExitCode.OK;
    }

    private void tell(List<Finding> findings) {
        if (output.isJson()) {
            JsonArray array = new JsonArray();
            findings.forEach(finding -> array.add(finding.toJson()));
            JsonObject json = new JsonObject();
            json.add("findings", array);
            session.terminal().json(json);
        } else {
            findings.forEach(finding -> session.terminal().line(finding.line()));
        }
    }

    private static Map<Integer, String> racks(DescribeClusterResponse described) {
        Map<Integer, String> racks = new TreeMap<>();
        for (BrokerDescription broker : described.getBrokersList()) {
            if (!broker.getRack().isEmpty()) {
                racks.put(broker.getBrokerId(), broker.getRack());
            }
        }
        return racks;
    }

    private static Map<String, String> configs(List<ConfigEntry> entries) {
        Map<String, String> configs = new TreeMap<>();
        entries.forEach(entry -> configs.put(entry.getName(), entry.getValue()));
        return configs;
    }
}
