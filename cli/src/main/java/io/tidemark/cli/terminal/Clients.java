// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import io.tidemark.client.admin.Admin;
import io.tidemark.client.admin.GroupAdmin;
import io.tidemark.client.consumer.Consumer;
import io.tidemark.client.consumer.GroupConsumer;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.client.producer.Producer;

/** Makes the clients that commands talk to a cluster with; tests put their own in place. */
public interface Clients {
    /** A new admin client; the caller closes it. */
    Admin admin(ClientConfig config);

    /** A new producer; the caller closes it. */
    Producer producer(ClientConfig config);

    /** A new consumer; the caller closes it. */
    Consumer consumer(ClientConfig config);

    /** A new admin client for consumer groups; the caller closes it. */
    default GroupAdmin groups(ClientConfig config) {
        return GroupAdmin.create(config);
    }

    /** A new consumer in a group; the caller closes it. */
    default GroupConsumer groupConsumer(ClientConfig config) {
        return GroupConsumer.create(config);
    }
}
