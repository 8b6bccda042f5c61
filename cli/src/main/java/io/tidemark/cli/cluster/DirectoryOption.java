// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.ClusterDirectory;
import io.tidemark.cli.terminal.Home;
import io.tidemark.cli.terminal.Session;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which local cluster a command is about. */
final class DirectoryOption {
    @Option(
            names = {"-d", "--dir", "--cluster"},
            paramLabel = "DIR",
            description = "The cluster's directory. Default: $$" + ClusterDirectory.ENVIRONMENT + ", else ./"
                    + ClusterDirectory.DEFAULT_NAME + ".")
    private @Nullable Path directory;

    Path path() {
        return ClusterDirectory.resolve(directory);
    }

    LocalCluster open(Session session) {
        return LocalCluster.open(path(), Home.ofLauncher(), session.clients());
    }
}
