// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import io.tidemark.v1.ChangeQuorumRequest;
import io.tidemark.v1.Endpoint;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "add", description = "Let a running node vote; a new disk of a node takes the place of the old one.")
final class QuorumAdd implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "HOST:PORT", description = "The node, as brokers reach it.")
    private String address = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    QuorumAdd(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        ChangeQuorumRequest change = request();
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            QuorumText.voters(session, output, admin.changeQuorum(change));
        }
        return ExitCode.OK;
    }

    private ChangeQuorumRequest request() {
        int colon = address.lastIndexOf(':');
        if (colon < 1 || !address.substring(colon + 1).matches("\\d{1,5}")) {
            throw new ParameterException(spec.commandLine(), "\"" + address + "\" is not HOST:PORT");
        }
        return ChangeQuorumRequest.newBuilder()
                .setAdd(Endpoint.newBuilder()
                        .setHost(address.substring(0, colon))
                        .setPort(Integer.parseInt(address.substring(colon + 1))))
                .build();
    }
}
