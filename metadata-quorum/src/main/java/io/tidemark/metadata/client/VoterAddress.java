// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.client;

import io.tidemark.metadata.image.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A voter of the quorum and where it listens.
 *
 * @param nodeId node id, from 0
 * @param raft where the voters talk to each other
 * @param grpc where brokers and clients reach the node
 */
public record VoterAddress(int nodeId, Endpoint raft, Endpoint grpc) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})@(.+):(\\d{1,5}):(\\d{1,5})");

    /**
     * Reads {@code ID@HOST:QUORUM_PORT:PORT}, several separated by commas.
     *
     * @throws IllegalArgumentException with a one-line message when the text has another form
     */
    public static List<VoterAddress> parse(String voters) {
        List<VoterAddress> parsed = new ArrayList<>();
        for (String voter : voters.split(",", -1)) {
            Matcher matcher = FORM.matcher(voter.trim());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "\"" + voter.trim() + "\" is not a voter: expected ID@HOST:QUORUM_PORT:PORT");
            }
            String host = matcher.group(2);
            parsed.add(new VoterAddress(
                    Integer.parseInt(matcher.group(1)),
                    new Endpoint(host, Integer.parseInt(matcher.group(3))),
                    new Endpoint(host, Integer.parseInt(matcher.group(4)))));
        }
        return List.copyOf(parsed);
    }
}
