// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.group;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Table;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.GroupAdmin;
import io.tidemark.client.admin.GroupLag;
import io.tidemark.v1.DescribeGroupResponse;
import io.tidemark.v1.GroupMember;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "describe",
        description =
                "Show a group's members, committed offsets, and how far it is behind, in records and in seconds: the"
                        + " age of the oldest record that it has not read.")
final class GroupDescribe implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "GROUP", description = "Group.")
    private String groupId = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    GroupDescribe(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (GroupAdmin admin = session.clients().groups(cluster.clientConfig(Map.of()))) {
            DescribeGroupResponse group = admin.describeGroup(groupId);
            Map<TopicPartition, GroupLag> lags = admin.lag(group);
            if (output.isJson()) {
                session.terminal().json(json(group, lags));
            } else {
                print(group, lags);
            }
        }
        return ExitCode.OK;
    }

    private void print(DescribeGroupResponse group, Map<TopicPartition, GroupLag> lags) {
        session.terminal()
                .line("Group " + groupId + ": " + GroupText.state(group.getState()) + ", epoch " + group.getGroupEpoch()
                        + ", " + group.getMembersCount() + " members, coordinator broker "
                        + group.getCoordinator().getLeaderId());
        Map<String, GroupMember> readers = GroupText.readers(group);
        Table table = new Table("PARTITION", "COMMITTED", "END", "LAG", "LAG-SECONDS", "READER");
        lags.forEach((partition, lag) -> {
            GroupMember reader = readers.remove(partition.toString());
            table.row(
                    partition,
                    lag.committedOffset(),
                    lag.endOffset(),
                    lag.records(),
                    GroupText.seconds(lag.lagMs()),
                    reader == null ? "-" : GroupText.name(reader));
        });
        readers.forEach((partition, reader) -> table.row(partition, "-", "-", "-", "-", GroupText.name(reader)));
        table.print(session.terminal());
    }

    private JsonObject json(DescribeGroupResponse group, Map<TopicPartition, GroupLag> lags) {
        JsonObject json = new JsonObject();
        json.addProperty("group", groupId);
        json.addProperty("state", GroupText.state(group.getState()));
        json.addProperty("epoch", group.getGroupEpoch());
        json.addProperty("coordinator", group.getCoordinator().getLeaderId());
        JsonArray members = new JsonArray();
        group.getMembersList().forEach(member -> {
            JsonObject each = new JsonObject();
            each.addProperty("id", member.getMemberId());
            each.addProperty("instance", member.getInstanceId());
            each.addProperty("client", member.getClientId());
            each.addProperty("epoch", member.getMemberEpoch());
            members.add(each);
        });
        json.add("members", members);
        Map<String, GroupMember> readers = GroupText.readers(group);
        JsonArray partitions = new JsonArray();
        lags.forEach((partition, lag) -> {
            JsonObject each = new JsonObject();
            each.addProperty("topic", partition.topic());
            each.addProperty("partition", partition.partition());
            each.addProperty("committed", lag.committedOffset());
            each.addProperty("end", lag.endOffset());
            each.addProperty("lag", lag.records());
            each.addProperty("lagMs", lag.lagMs().isEmpty() ? null : lag.lagMs().getAsLong());
            GroupMember reader = readers.get(partition.toString());
            each.addProperty("reader", reader == null ? null : reader.getMemberId());
            partitions.add(each);
        });
        json.add("partitions", partitions);
        return json;
    }
}
