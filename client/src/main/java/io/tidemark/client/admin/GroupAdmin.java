// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.admin;

import io.tidemark.client.TopicPartition;
import io.tidemark.client.consumer.OffsetAndMetadata;
import io.tidemark.client.metadata.ClientConfig;
import io.tidemark.v1.DescribeGroupResponse;
import io.tidemark.v1.GroupListing;
import java.util.List;
import java.util.Map;

/**
 * Describes and changes consumer groups. Thread-safe; every call blocks at most {@code default.api.timeout.ms} and fails
 * with {@link io.tidemark.client.TidemarkException}.
 */
public interface GroupAdmin extends AutoCloseable {
    /** Connects on first use; close it to release threads and connections. */
    static GroupAdmin create(ClientConfig config) {
        return new GrpcGroupAdmin(config);
    }

    /** All groups in order of id; fails when a broker does not answer, rather than leave groups out. */
    List<GroupListing> listGroups();

    /** A group with its members and committed offsets. */
    DescribeGroupResponse describeGroup(String groupId);

    /**
     * How far a group is behind, for each partition that it has committed an offset of and whose topic is there.
     *
     * @param group the group as it was described
     */
    Map<TopicPartition, GroupLag> lag(DescribeGroupResponse group);

    /** Deletes a group without members, and its offsets. */
    void deleteGroup(String groupId);

    /** Sets committed offsets of a group without members; a group that is not there is made. */
    void alterGroupOffsets(String groupId, Map<TopicPartition, OffsetAndMetadata> offsets);

    @Override
    void close();
}
