// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.group;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.cli.terminal.Table;
import io.tidemark.client.admin.GroupAdmin;
import io.tidemark.v1.GroupListing;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "list", description = "List the groups with their state and number of members.")
final class GroupList implements Callable<Integer> {
    private final Session session;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    GroupList(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<GroupListing> groups;
        try (GroupAdmin admin = session.clients().groups(cluster.clientConfig(Map.of()))) {
            groups = admin.listGroups();
        }
        if (output.isJson()) {
            JsonArray array = new JsonArray();
            groups.forEach(group -> {
                JsonObject json = new JsonObject();
                json.addProperty("group", group.getGroupId());
                json.addProperty("state", GroupText.state(group.getState()));
                json.addProperty("members", group.getMemberCount());
                array.add(json);
            });
            JsonObject json = new JsonObject();
            json.add("groups", array);
            session.terminal().json(json);
        } else {
            Table table = new Table("GROUP", "STATE", "MEMBERS");
            groups.forEach(
                    group -> table.row(group.getGroupId(), GroupText.state(group.getState()), group.getMemberCount()));
            table.print(session.terminal());
        }
        return ExitCode.OK;
    }
}
