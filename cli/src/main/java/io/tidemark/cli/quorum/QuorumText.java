// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.quorum;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.v1.QuorumVoter;
import java.util.List;

/** Voters in words and as JSON. */
final class QuorumText {
    private QuorumText() {}

    static void voters(Session session, OutputOptions output, List<QuorumVoter> voters) {
        if (output.isJson()) {
            JsonObject json = new JsonObject();
            json.add("voters", json(voters));
            session.terminal().json(json);
        } else {
            voters.forEach(voter -> session.terminal().line(line(voter)));
        }
    }

    static String line(QuorumVoter voter) {
        return "Voter: " + voter.getNodeId() + "  Address: " + voter.getAddress() + "  Quorum address: "
                + voter.getRaftAddress();
    }

    static JsonArray json(List<QuorumVoter> voters) {
        JsonArray array = new JsonArray();
        for (QuorumVoter voter : voters) {
            JsonObject json = new JsonObject();
            json.addProperty("id", voter.getNodeId());
            json.addProperty("address", voter.getAddress());
            json.addProperty("quorumAddress", voter.getRaftAddress());
            array.add(json);
        }
        return array;
    }
}
