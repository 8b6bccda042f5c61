// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.remote.QuorumMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * With whom this disk began, in a file beside the quorum's: the founding voters, or nobody when the disk came to a quorum
 * that was there. Raft begins with this group and keeps later ones in its own log.
 */
final class QuorumFounders {
    static final String FILE = "quorum-founders";
    private static final String HEADER = "1";

    private final Path file;

    QuorumFounders(FormattedDirectory directory) {
        this.file = directory.path().resolve(FILE);
    }

    /** Writes the group; it is on disk when this returns. */
    void write(List<QuorumMember> members) throws IOException {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        for (QuorumMember member : members) {
            text.append(member.nodeId())
                    .append('\t')
                    .append(member.directoryId())
                    .append('\t')
                    .append(member.address().raft())
                    .append('\t')
                    .append(member.address().grpc())
                    .append('\n');
        }
        DurableFiles.replace(file, text.toString().getBytes(UTF_8));
    }

    /**
     * The group; null when the disk has not begun.
     *
     * @throws QuorumStartException when the file is damaged
     */
    @Nullable
    List<QuorumMember> read() throws IOException, QuorumStartException {
        if (!Files.exists(file)) {
            return null;
        }
        List<String> lines = Files.readAllLines(file, UTF_8);
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new QuorumStartException(
                    file + " is damaged or of another version: restore the disk, or let the node join as a new voter");
        }
        List<QuorumMember> members = new ArrayList<>();
        try {
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.split("\t", -1);
                members.add(new QuorumMember(
                        new VoterAddress(Integer.parseInt(fields[0]), endpoint(fields[2]), endpoint(fields[3])),
                        UUID.fromString(fields[1])));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new QuorumStartException(
                    file + " is damaged (" + e.getMessage()
                            + "): restore the disk, or let the node join as a new voter",
                    e);
        }
        return members;
    }

    private static Endpoint endpoint(String text) {
        int colon = text.lastIndexOf(':');
        return new Endpoint(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }
}
