// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "can-stop",
        description =
                "Say whether a broker may be stopped now without stopping reads or writes with acks=all. Ends 3 when"
                        + " it should not be.",
        footer = {"", "Example, a rolling restart:", "  until tidemark broker can-stop 2; do sleep 1; done"})
final class BrokerCanStop implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "ID", description = "Broker id.")
    private int brokerId;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    BrokerCanStop(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<String> reasons;
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            BrokerLoad.find(admin.describeCluster(), brokerId);
            reasons = StopCheck.reasonsAgainst(brokerId, admin.describeTopics(List.of()), admin.describeQuorum());
        }
        if (output.isJson()) {
            JsonArray array = new JsonArray();
            reasons.forEach(array::add);
            JsonObject json = new JsonObject();
            json.addProperty("canStop", reasons.isEmpty());
            json.add("reasons", array);
            session.terminal().json(json);
        } else if (reasons.isEmpty()) {
            session.terminal().line("Broker " + brokerId + " may be stopped.");
        } else {
            reasons.forEach(session.terminal()::line);
        }
        return reasons.isEmpty() ? ExitCode.OK : ExitCode.UNHEALTHY;
    }
}
