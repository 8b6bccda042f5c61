// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.v1.BrokerDescription;
import io.tidemark.v1.DescribeClusterResponse;
import io.tidemark.v1.PartitionRecord;
import io.tidemark.v1.TopicDescription;
import java.util.ArrayList;
import java.util.List;

/**
 * What is not well in a cluster now.
 *
 * @param problems a line each; empty when all is well
 */
public record ClusterHealth(List<String> problems) {
    /** Looks at a cluster. */
    public static ClusterHealth of(DescribeClusterResponse cluster, List<TopicDescription> topics) {
        List<String> problems = new ArrayList<>();
        if (cluster.getControllerId() < 0) {
            problems.add("no active controller: the metadata quorum has no leader");
        }
        for (BrokerDescription broker : cluster.getBrokersList()) {
            if (broker.getFenced()) {
                problems.add("broker " + broker.getBrokerId() + " is down or cut off");
            }
        }
        for (TopicDescription topic : topics) {
            for (PartitionRecord partition : topic.getPartitionsList()) {
                String problem = new PartitionHealth(partition).problem();
                if (!problem.isEmpty()) {
                    problems.add("partition " + topic.getName() + "-" + partition.getPartition() + " " + problem);
                }
            }
        }
        return new ClusterHealth(problems);
    }

    /** Whether nothing is wrong. */
    public boolean isHealthy() {
        return problems.isEmpty();
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("healthy", isHealthy());
        JsonArray array = new JsonArray();
        problems.forEach(array::add);
        json.add("problems", array);
        return json;
    }
}
