// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.tidemark.metadata.control.TopicConfigKey;
import io.tidemark.metadata.control.TopicConfigs;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.TopicImage;
import io.tidemark.v1.ConfigEntry;
import io.tidemark.v1.ConfigSource;
import io.tidemark.v1.DescribeConfigsResponse;
import io.tidemark.v1.ErrorCode;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Configs in force, each with where its value comes from. */
final class ConfigDescriptions {
    private ConfigDescriptions() {}

    /** Of a topic by name; of the cluster-wide defaults when the name is empty. */
    static DescribeConfigsResponse of(ClusterImage image, String topicName) {
        TopicImage topic = image.topic(topicName);
        if (topic == null && !topicName.isEmpty()) {
            return DescribeConfigsResponse.newBuilder()
                    .setError(ErrorCode.ERROR_CODE_UNKNOWN_TOPIC_OR_PARTITION)
                    .setErrorMessage("no topic \"" + topicName + "\"")
                    .build();
        }
        Map<String, String> own = topic == null ? new TreeMap<>() : topic.configs();
        SortedMap<String, String> values =
                TopicConfigs.of(own, image.clusterConfigs()).effective();
        DescribeConfigsResponse.Builder response = DescribeConfigsResponse.newBuilder();
        for (TopicConfigKey<?> key : TopicConfigs.keys()) {
            response.addEntries(ConfigEntry.newBuilder()
                    .setName(key.name())
                    .setValue(values.getOrDefault(key.name(), key.defaultText()))
                    .setSource(source(key.name(), own, image.clusterConfigs()))
                    .setDocumentation(key.documentation()));
        }
        return response.build();
    }

    private static ConfigSource source(String name, Map<String, String> own, Map<String, String> cluster) {
        if (own.containsKey(name)) {
            return ConfigSource.CONFIG_SOURCE_TOPIC;
        }
        return cluster.containsKey(name) ? ConfigSource.CONFIG_SOURCE_CLUSTER : ConfigSource.CONFIG_SOURCE_DEFAULT;
    }
}
