// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.engine.observe.BrokerSnapshot;
import io.tidemark.engine.runtime.BrokerIdentity;
import io.tidemark.engine.runtime.ImageProgress;
import io.tidemark.engine.runtime.StartingBrokers;
import io.tidemark.metadata.client.MetadataClient;
import java.util.function.Supplier;

/**
 * What the admin service works on.
 *
 * @param metadata way to the controller, and the latest image
 * @param progress tells when the image has reached an index
 * @param starting tells when brokers that have just registered may lead
 * @param identity this life of the broker
 * @param clusterId cluster id
 * @param partitionCount partitions of a topic that asks for none
 * @param replicationFactor replicas of a topic that asks for none, when there are brokers enough
 * @param minInsyncReplicas min.insync.replicas of a topic that asks for none
 * @param maxMessageBytes largest batch unless a topic says otherwise, bytes
 * @param snapshot takes a picture of this broker; may block a little
 */
public record AdminParts(
        MetadataClient metadata,
        ImageProgress progress,
        StartingBrokers starting,
        BrokerIdentity identity,
        String clusterId,
        int partitionCount,
        int replicationFactor,
        int minInsyncReplicas,
        int maxMessageBytes,
        Supplier<BrokerSnapshot> snapshot) {}
