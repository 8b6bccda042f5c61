// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept back for deletions is there when they need it, and stands in nobody's way otherwise. */
class SpaceReserveTest {
    private static final long PIECE_BYTES = 256 << 10;

    private final Disk disk = new Disk();
    private Path directory = Path.of("");
    private SpaceReserve reserve = new SpaceReserve(directory, disk);
    private SpaceSource spare = disk;

    /** A disk of so many bytes, all of whose files are in one directory. */
    private final class Disk extends NoSpace {
        private long sizeBytes = 4 * SpaceReserve.BYTES;
        private boolean isBroken;

        @Override
        public boolean allocate(Path file, long position, long lengthBytes) throws IOException {
            if (isBroken) {
                throw new IOException("Input/output error");
            }
            long before = Files.exists(file) ? Files.size(file) : 0;
            long after = Math.max(before, position + lengthBytes);
            boolean given = usedBytes() + after - before <= sizeBytes;
            Files.write(file, new byte[(int) (given ? after : before)]);
            return given;
        }

        private long usedBytes() throws IOException {
            long used = 0;
            try (var files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    used += Files.size(file);
                }
            }
            return used;
        }
    }

    @BeforeEach
    void open(@TempDir Path folder) {
        directory = folder;
        open();
        reserve.restore();
        assertThat(folder.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
    }

    private void open() {
        reserve = new SpaceReserve(directory, disk);
        spare = new SpareSpace(disk, reserve);
    }

    private boolean take(String name) throws IOException {
        Path file = directory.resolve(name);
        return spare.allocate(file, Files.exists(file) ? Files.size(file) : 0, PIECE_BYTES);
    }

    private void fill() throws IOException {
        boolean more = true;
        while (more) {
            more = take("segment");
        }
    }

    @Test
    void isGivenUpForWantOfSpaceAndNotTakenByAppends() throws IOException {
        fill();
        assertThat(reserve.giveUp()).isTrue();
        assertThat(take("segment")).isFalse();
        assertThat(disk.sizeBytes - disk.usedBytes()).isEqualTo(SpaceReserve.BYTES);

        reserve.takeBack();
        assertThat(directory.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
    }

    @Test
    void anAppendTakesItBackAsSoonAsThereIsRoomForAll() throws IOException {
        fill();
        assertThat(reserve.giveUp()).isTrue();
        Files.write(directory.resolve("manifest"), new byte[4096]);
        reserve.takeBack();
        assertThat(take("segment")).isFalse();
        assertThat(directory.resolve(".reserve")).doesNotExist();

        Files.delete(directory.resolve("segment"));
        assertThat(take("segment")).isTrue();
        assertThat(directory.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
    }

    @Test
    void isNotTakenBackWhileAnotherNeedsIt() throws IOException {
        fill();
        assertThat(reserve.giveUp()).isTrue();
        assertThat(reserve.giveUp()).isTrue();
        reserve.takeBack();
        reserve.restore();
        assertThat(take("segment")).isFalse();
        assertThat(directory.resolve(".reserve")).doesNotExist();

        reserve.takeBack();
        assertThat(directory.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
    }

    @Test
    void isKeptWhenThereIsSpace() throws IOException {
        assertThat(reserve.giveUp()).isFalse();
        assertThat(directory.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
        assertThat(disk.usedBytes()).isEqualTo(SpaceReserve.BYTES);
        assertThat(take("segment")).isTrue();
    }

    @Test
    void isKeptWhenTheDiskCannotSay() throws IOException {
        disk.isBroken = true;
        assertThat(reserve.giveUp()).isFalse();
        disk.isBroken = false;
        assertThat(directory.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
        assertThat(take("segment")).isTrue();
    }

    @Test
    void onePartlyMadeIsMadeWhole() throws IOException {
        Files.write(directory.resolve(".reserve"), new byte[4096]);
        open();
        reserve.restore();
        assertThat(directory.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
    }

    @Test
    void oneThatSomebodyRemovedIsMadeAgain() throws IOException {
        Files.delete(directory.resolve(".reserve"));
        reserve.restore();
        assertThat(directory.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
    }

    @Test
    void oneNotMadeForAnotherReasonThanSpaceRefusesNothing() throws IOException {
        Files.delete(directory.resolve(".reserve"));
        open();
        disk.isBroken = true;
        reserve.restore();
        assertThatThrownBy(() -> take("segment")).hasMessage("Input/output error");
        disk.isBroken = false;
        assertThat(take("segment")).isTrue();

        reserve.restore();
        assertThat(directory.resolve(".reserve")).hasSize(SpaceReserve.BYTES);
    }
}
