// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import io.tidemark.metadata.command.ClusterCommand.FormatCluster;
import io.tidemark.v1.ErrorCode;

/** Gives a cluster its id, once. */
final class ClusterFormat {
    private ClusterFormat() {}

    static Decision decide(ClusterDraft cluster, FormatCluster command) {
        String present = cluster.before().clusterId();
        if (command.clusterId().isBlank() || command.firstProducerId() < 0) {
            return cluster.refused(
                    ErrorCode.ERROR_CODE_INVALID_REQUEST,
                    "a cluster needs an id that is not blank and a first producer id from 0");
        }
        if (present.isEmpty()) {
            cluster.setClusterId(command.clusterId());
            cluster.setNextProducerId(command.firstProducerId());
            cluster.setFeatureLevel(command.featureLevel());
            return cluster.done();
        }
        return present.equals(command.clusterId())
                ? cluster.done()
                : cluster.refused(
                        ErrorCode.ERROR_CODE_INCONSISTENT_CLUSTER_ID,
                        "this cluster is " + present + ", not " + command.clusterId()
                                + "; check the configured quorum voters");
    }
}
