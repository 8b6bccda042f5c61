// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import io.tidemark.cli.terminal.Clients;
import io.tidemark.cli.terminal.CommandException;
import io.tidemark.client.admin.Admin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.producer.Producer;
import java.util.function.Function;

/** Clients that talk to a cluster over the network. */
public final class NetworkClients implements Clients {
    /** Makes a client whenever it is asked. */
    public NetworkClients() {}

    @Override
    public Admin admin(ClientConfig config) {
        return make(config, Admin::create);
    }

    @Override
    public Producer producer(ClientConfig config) {
        return make(config, Producer::create);
    }

    @Override
    public Consumer consumer(ClientConfig config) {
        return make(config, Consumer::create);
    }

    /** A setting that the client refuses came from the command line. */
    private static <C> C make(ClientConfig config, Function<ClientConfig, C> create) {
        try {
            return create.apply(config);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}
