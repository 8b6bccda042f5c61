// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A voter that finds its log damaged says so and what to do; it never drops what it has voted for. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class DamagedLogTest {
    /** Ratis begins each segment with "RaftLog1". */
    private static final int HEADER_BYTES = 8;

    @Test
    void everyDamageIsToldWithItsRepairAndATornTailIsNone(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            RemoteMetadataClient client = quorum.client();
            // Each term begins a segment, so that there are closed ones.
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 10; i++) {
                    assertThat(QuorumNodeTest.submit(client, new AllocateProducerIds(1))
                                    .isOk())
                            .isTrue();
                }
                int leader = quorum.activeController();
                quorum.kill(leader);
                quorum.awaitController();
                quorum.start(leader);
                quorum.awaitController();
            }
            quorum.awaitEqualImages(
                    QuorumNodeTest.submit(client, new AllocateProducerIds(1)).index());
            quorum.stop(1);
            Path intact = root.resolve("intact");
            copy(quorum.directory(1), intact);
            List<Path> segments = segments(quorum, 1);
            assertThat(segments).hasSizeGreaterThanOrEqualTo(3);

            damaged(quorum, intact, "a flipped byte in a closed segment", () -> flip(segments.get(0), 60));
            damaged(quorum, intact, "a flipped byte in the open segment", () -> flip(last(segments), 60));
            damaged(quorum, intact, "a header that is none", () -> flip(last(segments), 1));
            damaged(quorum, intact, "a segment that is missing", () -> Files.delete(segments.get(1)));

            restore(quorum, 1, intact);
            tearNextEntry(last(segments));
            quorum.start(1);
            long index =
                    QuorumNodeTest.submit(client, new AllocateProducerIds(1)).index();
            quorum.awaitEqualImages(index);
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    /** As a disk does that said it had written and had not: what the voter has acknowledged is gone after a crash. */
    @Test
    void aVoterThatLostWhatItAcknowledgedCatchesUpWithTheSameLeader(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            RemoteMetadataClient client = quorum.client();
            QuorumNodeTest.submit(client, new AllocateProducerIds(1));
            int voter = quorum.anyFollower();
            quorum.stop(voter);
            Path before = root.resolve("before");
            copy(quorum.directory(voter), before);
            quorum.start(voter);
            long acknowledged = -1;
            for (int i = 0; i < 20; i++) {
                acknowledged = QuorumNodeTest.submit(client, new AllocateProducerIds(1))
                        .index();
            }
            quorum.awaitEqualImages(acknowledged);
            int leader = quorum.awaitController();

            quorum.kill(voter);
            restore(quorum, voter, before);
            quorum.start(voter);
            quorum.awaitEqualImages(acknowledged);
            quorum.awaitEqualImages(
                    QuorumNodeTest.submit(client, new AllocateProducerIds(1)).index());
            assertThat(quorum.awaitController()).isEqualTo(leader);
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    private interface Damage {
        void make() throws IOException;
    }

    private static void damaged(TestQuorum quorum, Path intact, String what, Damage damage) throws Exception {
        restore(quorum, 1, intact);
        damage.make();
        assertThatExceptionOfType(QuorumStartException.class)
                .as(what)
                .isThrownBy(() -> quorum.start(1))
                .withMessageContaining("tidemark quorum add")
                .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain("\n"));
    }

    private static void restore(TestQuorum quorum, int id, Path intact) throws IOException {
        TestQuorum.deleteTree(quorum.directory(id));
        copy(intact, quorum.directory(id));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static List<Path> segments(TestQuorum quorum, int id) throws IOException {
        Path current = new QuorumIdentity(TestQuorum.CLUSTER)
                .raftMeta(quorum.directory(id).resolve("quorum"))
                .resolveSibling(".")
                .normalize();
        try (Stream<Path> files = Files.list(current)) {
            return files.filter(file -> file.getFileName().toString().startsWith("log_"))
                    .sorted(Comparator.comparingLong(DamagedLogTest::firstIndex))
                    .toList();
        }
    }

    private static long firstIndex(Path segment) {
        String[] parts = segment.getFileName().toString().split("[_-]", -1);
        return Long.parseLong(parts[1].equals("inprogress") ? parts[2] : parts[1]);
    }

    /** What a crash in the middle of a write leaves: the beginning of an entry that nobody was told is there. */
    private static void tearNextEntry(Path segment) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            byte[] beginning = new byte[5];
            file.seek(HEADER_BYTES);
            file.readFully(beginning);
            file.seek(file.length());
            file.write(beginning);
        }
    }

    private static Path last(List<Path> segments) {
        return segments.get(segments.size() - 1);
    }

    private static void flip(Path file, long position) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(position);
            int present = bytes.read();
            bytes.seek(position);
            bytes.write(present ^ 0x41);
        }
    }
}
