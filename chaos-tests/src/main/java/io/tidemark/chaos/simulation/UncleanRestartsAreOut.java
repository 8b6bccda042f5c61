// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.command.ClusterCommand.RegisterBroker;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import org.jspecify.annotations.Nullable;

/** A broker that was just registered in a new life is in sync nowhere. */
final class UncleanRestartsAreOut implements Invariant {
    @Override
    public String name() {
        return "I19 a new life is not in sync";
    }

    @Override
    public @Nullable String onMetadata(MetadataStep step) {
        if (!(step.command() instanceof RegisterBroker register)
                || !step.answer().isOk()) {
            return null;
        }
        BrokerImage before = step.before().brokers().get(register.brokerId());
        if (before != null && before.brokerEpoch() == step.answer().brokerEpoch()) {
            return null;
        }
        for (TopicImage topic : step.after().topics().values()) {
            for (PartitionImage partition : topic.partitions()) {
                if (partition.isr().contains(register.brokerId())) {
                    return register + " is in sync in " + topic.name() + " " + partition;
                }
            }
        }
        return null;
    }
}
