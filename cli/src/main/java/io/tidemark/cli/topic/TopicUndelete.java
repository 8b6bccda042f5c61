// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import io.tidemark.cli.terminal.Session;
import io.tidemark.client.admin.Admin;
import picocli.CommandLine.Command;

@Command(name = "undelete", description = "Have a deleted topic back while its delete.grace.ms has not passed.")
final class TopicUndelete extends NamedTopicChange {
    TopicUndelete(Session session) {
        super(session, "undeleted");
    }

    @Override
    void change(Admin admin, String topic) {
        admin.undeleteTopic(topic);
    }

    @Override
    String line(String topic) {
        return "Topic " + topic + " is back.";
    }
}
