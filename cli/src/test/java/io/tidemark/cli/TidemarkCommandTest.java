// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.terminal.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TidemarkCommandTest {
    private final FakeCluster cluster = new FakeCluster();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "topic",
                "cluster",
                "frobnicate",
                "server --frobnicate",
                "server stop",
                "topic create",
                "topic create a --partitions many",
                "topic create a --partitions 0",
                "topic create a --config nothing",
                "topic alter a",
                "topic list -o xml",
                "consume",
                "consume a --from yesterday",
                "consume a --from -1",
                "consume a --max -1",
                "produce a b",
                "cluster start --nodes 0 --dir target/none",
                "cluster start --base-port 70000 --dir target/none",
                "demo --records 10",
                "demo --pace -1 --records 1000 --input pom.xml",
                "demo --victim nobody",
                "demo --failovers 0",
                "demo --failovers 3 --records 5000",
                "demo --failovers 3 --pace 0",
                "topic list --client-config no.such=1",
                "topic list --bootstrap-server nonsense",
                "produce a --client-config acks=9"
            })
    void saysInOneLineWhatIsWrongWithTheCommandLineAndEndsWith2(String words) {
        CommandRun run = CommandRun.of(cluster, words.isEmpty() ? new String[0] : words.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.errLines()).hasSize(1).first().asString().startsWith("error: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topic describe absent",
                "topic delete absent",
                "consume absent",
                "produce absent --file pom.xml",
                "produce absent --file src/test/resources/nothing.txt",
                "produce absent --file no-such-file",
                "produce absent --file src",
                "demo --input no-such-file",
                "cluster status --dir no-such-cluster",
                "topic list --cluster no-such-cluster"
            })
    void saysInOneLineWhatFailedAndEndsWith1(String words) {
        CommandRun run = CommandRun.of(cluster, words.split(" "));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.errLines()).hasSize(1).first().asString().startsWith("error: ");
        assertThat(run.err()).doesNotContain("Exception");
    }

    @Test
    void showsHelpWithExamplesForEveryCommand() {
        for (String words : new String[] {
            "--help",
            "topic --help",
            "topic create --help",
            "cluster --help",
            "cluster start --help",
            "produce --help",
            "consume --help",
            "demo --help",
            "server --help",
            "format --help",
            "config print --help"
        }) {
            CommandRun run = CommandRun.of(cluster, words.split(" "));

            assertThat(run.exitCode()).as(words).isZero();
            assertThat(run.out()).as(words).startsWith("Usage: tidemark").contains("Example");
            assertThat(run.err()).as(words).isEmpty();
        }
    }

    @Test
    void showsTheVersionThatTheBuildWrote() {
        CommandRun run = CommandRun.of(cluster, "--version");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("tidemark ").doesNotContain("${");
    }

    @Test
    void sendsCommandsToTheBootstrapServerGiven() {
        CommandRun.of(cluster, "topic", "list", "--bootstrap-server", "10.0.0.1:9092,10.0.0.2:9092");

        assertThat(cluster.configs.get(0).values()).containsEntry("bootstrap.servers", "10.0.0.1:9092,10.0.0.2:9092");
    }

    @Test
    void putsFaultsOfEveryKindIntoOneLine() {
        assertThat(Failures.line(CommandException.failed("no"))).isEqualTo("no");
        assertThat(Failures.line(new UncheckedIOException(new NoSuchFileException("/a/b"))))
                .isEqualTo("no such file: /a/b");
        assertThat(Failures.line(new IOException("the disk is gone"))).isEqualTo("the disk is gone");
        assertThat(Failures.line(new IllegalStateException("odd"))).startsWith("internal fault: ");
    }
}
