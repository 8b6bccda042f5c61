// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.UpgradeFeatures;
import io.tidemark.metadata.image.BrokerImage;
import io.tidemark.v1.ErrorCode;
import java.util.List;

/**
 * Raises the cluster's feature level. Every registered broker must support the new one, those too that are away and may
 * come back. It is never lowered: what was written since may mean nothing to the older software.
 */
final class FeatureUpgrade {
    private FeatureUpgrade() {}

    static Decision decide(ClusterDraft cluster, UpgradeFeatures command) {
        int present = cluster.before().featureLevel();
        if (command.level() < present) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL,
                    "the cluster has feature level " + present + " and cannot go back to " + command.level());
        }
        List<Integer> behind = cluster.before().brokers().values().stream()
                .filter(broker -> broker.supportedLevel() < command.level())
                .map(BrokerImage::brokerId)
                .toList();
        if (!behind.isEmpty()) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_UNSUPPORTED_FEATURE_LEVEL,
                    "brokers " + behind + " do not support feature level " + command.level()
                            + ": start them with the newer software, or unregister those that are gone");
        }
        cluster.setFeatureLevel(command.level());
        return cluster.done();
    }
}
