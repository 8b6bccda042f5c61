// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.group;

import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ConsentOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.GroupAdmin;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "delete", description = "Delete a group without members, and its committed offsets.")
final class GroupDelete implements Callable<Integer> {
    private final Session session;

    @Parameters(paramLabel = "GROUP", description = "Group.")
    private String groupId = "";

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    GroupDelete(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (GroupAdmin admin = session.clients().groups(cluster.clientConfig(Map.of()))) {
            int offsets = admin.describeGroup(groupId).getOffsetsCount();
            String plan = "delete group " + groupId + " and its " + offsets + " committed offsets";
            if (!consent.isGiven(session.terminal(), plan)) {
                return ExitCode.OK;
            }
            admin.deleteGroup(groupId);
        }
        session.terminal().line("Deleted group " + groupId + ".");
        return ExitCode.OK;
    }
}
