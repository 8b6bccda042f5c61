// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.BrokerLife;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.v1.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Tells the registered life of a broker from those that are over. */
final class Lives {
    private Lives() {}

    /** The broker, if it is registered in this very life. */
    static @Nullable BrokerImage current(ClusterDraft cluster, BrokerLife life) {
        BrokerImage broker = cluster.broker(life.brokerId());
        return broker != null && broker.brokerEpoch() == life.brokerEpoch() ? broker : null;
    }

    /** The answer to a life that is not current. */
    static Decision refuse(ClusterDraft cluster, BrokerLife life) {
        BrokerImage broker = cluster.broker(life.brokerId());
        if (broker == null) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_BROKER_NOT_REGISTERED,
                    "broker " + life.brokerId() + " is not registered; register it first");
        }
        return cluster.refused(
                ErrorCode.ERROR_CODE_STALE_BROKER_EPOCH,
                "broker " + life.brokerId() + " is registered with broker epoch " + broker.brokerEpoch() + ", not "
                        + life.brokerEpoch() + "; the older process must end");
    }
}
