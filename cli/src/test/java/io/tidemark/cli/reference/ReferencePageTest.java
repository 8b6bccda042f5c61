// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.FakeCluster;
import io.tidemark.client.metadata.ClientKeys;
import io.tidemark.engine.broker.NodeConfig;
import io.tidemark.metadata.control.TopicConfigs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** When a change is meant, run with {@code -Dgolden.rewrite=true} and review the difference like code. */
class ReferencePageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("tidemark.source", "..")).resolve("docs/reference.md");

    private final CommandRun run = CommandRun.of(new FakeCluster(), "reference");

    @Test
    void thePageInTheDocumentationIsTheOneThatTheCodeWrites() throws IOException {
        if (Boolean.getBoolean("golden.rewrite")) {
            Files.writeString(PAGE, run.out());
        }
        assertThat(Files.readString(PAGE))
                .as("rewrite with -Dgolden.rewrite=true")
                .isEqualTo(run.out());
    }

    @Test
    void everySettingOfNodesTopicsAndClientsIsThereWithItsMeaning() {
        NodeConfig.keys().forEach(key -> assertThat(run.out())
                .contains("| `" + key.name() + "` | `" + key.variable() + "`")
                .contains(key.documentation()));
        TopicConfigs.keys().forEach(key -> assertThat(run.out())
                .contains("| `" + key.name() + "` |")
                .contains(key.documentation()));
        ClientKeys.all().forEach(key -> assertThat(run.out())
                .contains("| `" + key.name() + "` |")
                .contains(key.documentation()));
    }

    @Test
    void everyFlagThatIsNotHiddenHasWordsOfItsOwn() {
        assertThat(run.out().lines().filter(line -> line.startsWith("| `-") || line.startsWith("| `[A-Z]")))
                .isNotEmpty()
                .allMatch(line -> line.matches("\\| `[^`]+` \\| \\S.* \\|"), "a flag and its meaning");
    }

    @Test
    void theCompletionScriptKnowsCommandsAndFlags() {
        CommandRun completion = CommandRun.of(new FakeCluster(), "completion");

        assertThat(completion.exitCode()).isZero();
        assertThat(completion.out()).contains("topic", "--replication-factor", "can-stop");
    }
}
