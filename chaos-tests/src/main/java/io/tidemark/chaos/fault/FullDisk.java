// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.time.Duration;

/** Takes all space of the hot leader's disk. */
final class FullDisk implements Nemesis {
    private static final long LEFT_BYTES = 1 << 20;

    @Override
    public String name() {
        return "full-disk";
    }

    @Override
    public boolean suits(Battlefield field) {
        return field.cluster().setup().storage() == Storage.MEMORY;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        int nodeId = field.hotLeader();
        long takenBytes = field.cluster().fillDisk(nodeId);
        return new Full(field, nodeId, takenBytes);
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(5);
    }

    private record Full(Battlefield field, int nodeId, long takenBytes) implements Injury {
        @Override
        public String targets() {
            return "disk of node " + nodeId;
        }

        @Override
        public String evidence() throws IOException {
            long leftBytes = field.cluster().usableBytes(nodeId);
            return leftBytes < LEFT_BYTES ? takenBytes + " bytes taken, " + leftBytes + " left" : "";
        }

        @Override
        public void heal() throws IOException {
            field.cluster().drainDisk(nodeId);
            // A node that ended because its quorum could not write is started as an operator would.
            field.cluster().startMissing();
        }
    }
}
