// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Flips a bit in the metadata log of one voter, which then must refuse to run: it says which directory and ends. It is
 * replaced as a node whose disk was lost: formatted, started, and given its vote back.
 */
final class DamagedQuorumLog implements Nemesis {
    private static final Duration END_LIMIT = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "damaged-quorum-log";
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        field.awaitWhole();
        int voter = voter(field);
        field.cluster().kill(List.of(voter));
        Path quorum = field.cluster().plan(voter).dataDirectory().resolve("quorum");
        List<Path> logs = logs(quorum);
        Path log = logs.get(field.random().nextInt(logs.size()));
        String changed = FileDamage.BIT_FLIP.done(log, field.random());
        int saidBytes = (int) Files.size(field.cluster().plan(voter).logFile());
        field.cluster().start(voter);
        field.cluster().expectEnd(voter, true);
        boolean hasEnded = field.waitFor(END_LIMIT, () -> !field.cluster().isAlive(voter));
        byte[] all = Files.readAllBytes(field.cluster().plan(voter).logFile());
        String said = new String(all, saidBytes, all.length - saidBytes, StandardCharsets.UTF_8);
        if (!hasEnded) {
            throw new IllegalStateException("node " + voter + " runs on with a damaged metadata log: " + changed);
        }
        boolean namesIt =
                said.contains(field.cluster().plan(voter).dataDirectory().toString());
        return new Refused(field, voter, namesIt ? changed : "");
    }

    private static int voter(Battlefield field) {
        return field.cluster().nodeIds().stream()
                .filter(field.cluster().setup()::isVoter)
                .skip(field.random().nextInt(3))
                .findFirst()
                .orElseThrow();
    }

    private static List<Path> logs(Path quorum) throws IOException {
        try (Stream<Path> files = Files.walk(quorum)) {
            return files.filter(file -> file.getFileName().toString().startsWith("log_"))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public Duration hold() {
        return Duration.ofMillis(500);
    }

    private record Refused(Battlefield field, int voter, String changed) implements Injury {
        @Override
        public String targets() {
            return "metadata log of voter " + voter;
        }

        @Override
        public String evidence() {
            return changed.isEmpty() ? "" : changed + "; node " + voter + " named its directory and ended";
        }

        @Override
        public void heal() throws IOException {
            UUID disk = field.cluster().formatAnew(voter);
            field.cluster().start(voter);
            field.cluster().changes().replaceVoter(field.cluster().plan(voter), disk);
        }

        @Override
        public int lostDisks() {
            return 1;
        }
    }
}
