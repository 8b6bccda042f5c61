// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

import io.tidemark.cli.terminal.Session;
import io.tidemark.v1.ChangeQuorumRequest;
import io.tidemark.v1.Endpoint;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "add", description = "Let a running node vote; a new disk of a node takes the place of the old one.")
final class QuorumAdd extends QuorumChange {
    @Parameters(paramLabel = "HOST:PORT", description = "The node, as brokers reach it.")
    private String address = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    QuorumAdd(Session session) {
        super(session);
    }

    @Override
    ChangeQuorumRequest request() {
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
