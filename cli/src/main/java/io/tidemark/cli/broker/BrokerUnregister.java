// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.broker;

import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ConsentOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "unregister", description = "Forget a broker that is down and will not come back.")
final class BrokerUnregister implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "ID", description = "Broker id.")
    private int brokerId;

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    BrokerUnregister(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (!consent.isGiven(session.terminal(), "forget broker " + brokerId + " and what only its disk holds")) {
            return ExitCode.OK;
        }
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            admin.unregisterBroker(brokerId);
        }
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.addProperty("unregistered", brokerId);
            session.terminal().json(json);
        } else {
            session.terminal().line("Forgot broker " + brokerId + ".");
        }
        return ExitCode.OK;
    }
}
