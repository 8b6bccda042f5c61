// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.metadata.command.ClusterCommand.AllocateProducerIds;
import io.tidemark.metadata.command.CommandAnswer;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.FeatureLevel;
import io.tidemark.metadata.remote.RemoteMetadataClient;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.util.MD5FileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What voters make of what is on their disks. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class QuorumRecoveryTest {
    private static final Pattern SEGMENT = Pattern.compile("log_(?:inprogress_)?(\\d+).*");

    @Test
    void allVotersComeBackWithTheirImageFromLogAndSnapshot(@TempDir Path root) throws Exception {
        TestQuorum small = new TestQuorum(root).tuned(config -> config.withSnapshotEvery(20));
        try (TestQuorum quorum = small) {
            quorum.startAll();
            RemoteMetadataClient client = quorum.client();
            long last = allocate(client, 40);
            quorum.awaitEqualImages(last);
            ClusterImage before = TestQuorum.withoutIndex(quorum.node(1).image());
            for (int id = 1; id <= 3; id++) {
                int voter = id;
                Await.until("voter " + id + " has a snapshot", () -> hasSnapshot(quorum, voter));
            }

            for (int id = 1; id <= 3; id++) {
                quorum.kill(id);
            }
            quorum.startAll();
            quorum.awaitEqualImages(last);
            assertThat(TestQuorum.withoutIndex(quorum.node(2).image())).isEqualTo(before);
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    @Test
    void aVoterThatWasAwayForLongIsSentASnapshot(@TempDir Path root) throws Exception {
        TestQuorum small = new TestQuorum(root).tuned(config -> config.withSnapshotEvery(20));
        try (TestQuorum quorum = small) {
            quorum.startAll();
            RemoteMetadataClient client = quorum.client();
            allocate(client, 5);
            int away = quorum.anyFollower();
            long awayIndex = quorum.node(away).image().index();
            quorum.kill(away);

            // Only whole segments are purged, and a segment ends with its term: each round gives the log a new leader.
            List<Integer> present = Stream.of(1, 2, 3).filter(id -> id != away).toList();
            long last = 0;
            for (int round = 0; round < 10 && !havePurged(quorum, present, awayIndex + 1); round++) {
                last = allocate(client, 40);
                int controller = quorum.awaitController();
                quorum.stop(controller);
                quorum.start(controller);
                quorum.awaitController();
            }
            assertThat(present)
                    .allSatisfy(id -> assertThat(firstLogIndex(quorum, id)).isGreaterThan(awayIndex + 1));

            quorum.start(away);
            quorum.awaitEqualImages(last);
            assertThat(hasSnapshot(quorum, away)).isTrue();
            assertThat(quorum.fatal()).isEmpty();
        }
    }

    @Test
    void aVoterRefusesASnapshotOfALevelThatItsSoftwareDoesNotSupport(@TempDir Path root) throws Exception {
        TestQuorum small = new TestQuorum(root).tuned(config -> config.withSnapshotEvery(20));
        try (TestQuorum quorum = small) {
            quorum.startAll();
            allocate(quorum.client(), 40);
            Await.until("voter 1 has a snapshot", () -> hasSnapshot(quorum, 1));
            ClusterImage image = quorum.node(1).image();
            quorum.stop(1);
            ClusterImage newer = new ClusterImage(
                    image.index(),
                    image.clusterId(),
                    image.brokers(),
                    image.topics(),
                    image.topicIds(),
                    image.clusterConfigs(),
                    image.nextProducerId(),
                    FeatureLevel.LATEST + 1);
            rewriteSnapshots(current(quorum, 1).resolveSibling("sm"), SnapshotFile.encode(newer));
            assertThatExceptionOfType(QuorumStartException.class)
                    .isThrownBy(() -> quorum.start(1))
                    .withMessageContaining("feature level is " + (FeatureLevel.LATEST + 1))
                    .withMessageContaining("newer software");
        }
    }

    private static void rewriteSnapshots(Path directory, byte[] content) throws IOException {
        for (String name : list(directory)) {
            if (name.startsWith("snapshot.") && !name.endsWith(".md5")) {
                File file = directory.resolve(name).toFile();
                Files.write(file.toPath(), content);
                MD5FileUtil.saveMD5File(file, MD5FileUtil.computeMd5ForFile(file));
            }
        }
    }

    @Test
    void aWipedVoterRefusesToStart(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            quorum.stop(1);
            TestQuorum.deleteTree(quorum.directory(1).resolve("quorum"));
            assertThatExceptionOfType(QuorumStartException.class)
                    .isThrownBy(() -> quorum.start(1))
                    .withMessageContaining("has voted before")
                    .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain("\n"));
        }
    }

    @Test
    void aVoterWithAnEmptyVoteFileRefusesToStart(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            quorum.stop(1);
            Path raftMeta = new QuorumIdentity(TestQuorum.CLUSTER)
                    .raftMeta(quorum.directory(1).resolve("quorum"));
            Files.write(raftMeta, new byte[0]);
            assertThatExceptionOfType(QuorumStartException.class)
                    .isThrownBy(() -> quorum.start(1))
                    .withMessageContaining("is empty");
        }
    }

    @Test
    void aFirstStartThatWasCutShortMayFoundAgain(@TempDir Path root) throws Exception {
        TestQuorum quorum = new TestQuorum(root);
        try (quorum) {
            Path half = new QuorumIdentity(TestQuorum.CLUSTER)
                    .raftMeta(quorum.directory(1).resolve("quorum"))
                    .resolveSibling("raft-meta.tmp");
            Files.createDirectories(half.toAbsolutePath().getParent());
            Files.write(half, new byte[] {1});
            quorum.startAll();
            assertThat(quorum.directory(1).resolve(DirectoryFormat.BOOTSTRAP_FILE))
                    .doesNotExist();
        }
    }

    @Test
    void aDiskThatForgotWithWhomItBeganRefusesToStart(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            quorum.stop(1);
            Path founders = quorum.directory(1).resolve(QuorumFounders.FILE);
            Files.writeString(founders, "1\nrubbish\n");
            assertThatExceptionOfType(QuorumStartException.class)
                    .isThrownBy(() -> quorum.start(1))
                    .withMessageContaining("is damaged");
            Files.delete(founders);
            assertThatExceptionOfType(QuorumStartException.class)
                    .isThrownBy(() -> quorum.start(1))
                    .withMessageContaining("lacks the file");
        }
    }

    @Test
    void aPortInUseIsSaidInOneLine(@TempDir Path root) throws Exception {
        try (TestQuorum quorum = TestQuorum.started(root)) {
            QuorumNodeConfig clash = quorum.config(1);
            quorum.stop(1);
            assertThatExceptionOfType(QuorumStartException.class)
                    .isThrownBy(() -> QuorumNode.start(
                            clash.withRaftListen(quorum.addresses().get(1).raft())))
                    .withMessageContaining("in use")
                    .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain("\n"));
        }
    }

    /** Index of the last of so many commands. */
    private static long allocate(RemoteMetadataClient client, int count) {
        long last = -1;
        for (int i = 0; i < count; i++) {
            CommandAnswer answer = QuorumNodeTest.submit(client, new AllocateProducerIds(1));
            last = Math.max(last, answer.index());
        }
        return last;
    }

    private static Path current(TestQuorum quorum, int id) {
        Path current = new QuorumIdentity(TestQuorum.CLUSTER)
                .raftMeta(quorum.directory(id).resolve("quorum"))
                .getParent();
        if (current == null) {
            throw new IllegalStateException("no directory of voter " + id);
        }
        return current;
    }

    private static boolean hasSnapshot(TestQuorum quorum, int id) {
        return list(current(quorum, id).resolveSibling("sm")).stream().anyMatch(name -> name.endsWith(".md5"));
    }

    private static boolean havePurged(TestQuorum quorum, List<Integer> voters, long index) {
        return voters.stream().allMatch(id -> firstLogIndex(quorum, id) > index);
    }

    private static long firstLogIndex(TestQuorum quorum, int id) {
        return list(current(quorum, id)).stream()
                .map(SEGMENT::matcher)
                .filter(Matcher::matches)
                .mapToLong(matcher -> Long.parseLong(matcher.group(1)))
                .min()
                .orElse(-1);
    }

    private static List<String> list(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
