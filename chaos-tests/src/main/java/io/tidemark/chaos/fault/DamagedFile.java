// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Kills a node and damages one file of the topic's logs on it before it is started again. */
final class DamagedFile implements Nemesis {
    private static final int MOST_LIVES = 3;

    private final String name;
    private final LogFile which;
    private final List<FileDamage> damages;

    DamagedFile(String name, LogFile which, FileDamage... damages) {
        this.name = name;
        this.which = which;
        this.damages = List.of(damages);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        // Only one copy may be lost at a time.
        field.awaitWhole();
        int nodeId = field.minority().get(0);
        List<Path> files = killed(field, nodeId);
        for (int life = 1; files.isEmpty() && life < MOST_LIVES; life++) {
            // A log that was not closed in good order goes on in another segment.
            field.cluster().start(nodeId);
            field.awaitWhole();
            files = killed(field, nodeId);
        }
        Kill.Dead dead = new Kill.Dead(field, List.of(nodeId));
        if (files.isEmpty()) {
            return new Damaged(dead, which.word() + " of node " + nodeId + ", of which there is none", "");
        }
        Path file = files.get(field.random().nextInt(files.size()));
        FileDamage damage = damages.get(field.random().nextInt(damages.size()));
        return new Damaged(dead, which.word() + " of node " + nodeId + ": " + file, damage.done(file, field.random()));
    }

    private List<Path> killed(Battlefield field, int nodeId) throws IOException {
        field.cluster().kill(List.of(nodeId));
        return which.of(field.cluster().plan(nodeId).dataDirectory().resolve("topics"), field.topic());
    }

    @Override
    public Duration hold() {
        return Duration.ofMillis(500);
    }

    /** A node that is dead until healed and then finds its files changed. */
    private record Damaged(Kill.Dead dead, String targets, String evidence) implements Injury {
        @Override
        public void heal() {
            dead.heal();
        }
    }
}
