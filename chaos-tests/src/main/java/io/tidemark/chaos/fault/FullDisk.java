// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.time.Duration;

/**
 * Takes all space of a disk. A voter ends then, before its vote could be lost, and is started again when there is space; a
 * node that is only a broker refuses writes and lives on.
 */
final class FullDisk implements Nemesis {
    private static final long LEFT_BYTES = 1 << 20;

    private final boolean isOfVoter;

    FullDisk(boolean isOfVoter) {
        this.isOfVoter = isOfVoter;
    }

    @Override
    public String name() {
        return isOfVoter ? "full-disk-leader" : "full-disk-broker";
    }

    @Override
    public boolean suits(Battlefield field) {
        return field.cluster().setup().storage() == Storage.MEMORY && (isOfVoter || extraBroker(field) > 0);
    }

    private static int extraBroker(Battlefield field) {
        return field.cluster().nodeIds().stream()
                .filter(nodeId -> !field.cluster().setup().isVoter(nodeId))
                .findFirst()
                .orElse(-1);
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        int nodeId = isOfVoter ? field.hotLeader() : extraBroker(field);
        boolean mayEnd = field.cluster().setup().isVoter(nodeId);
        field.cluster().expectEnd(nodeId, mayEnd);
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
            field.cluster().startMissing();
            field.cluster().expectEnd(nodeId, false);
        }
    }
}
