// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import picocli.CommandLine.Command;

@Command(name = "delete", description = "Delete a topic and its records.")
final class TopicDelete extends NamedTopicChange {
    TopicDelete(Session session) {
        super(session, "deleted");
    }

    @Override
    void change(Admin admin, String topic) {
        admin.deleteTopic(topic);
    }

    @Override
    String line(String topic) {
        return "Deleted topic " + topic + ".";
    }
}
