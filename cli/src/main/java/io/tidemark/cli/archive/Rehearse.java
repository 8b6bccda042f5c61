// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.archive;

import io.tidemark.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands whose classes are recorded, run one after the other in one process. */
@Command(name = "rehearse", hidden = true, description = "Run the common commands once.")
public final class Rehearse implements Callable<Integer> {
    private static final String TOPIC = "rehearsal";

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--bootstrap-server", required = true, description = "Node to ask.")
    private String bootstrapServer = "";

    @Option(names = "--dir", required = true, description = "Directory of the cluster.")
    private String directory = "";

    @Option(names = "--input", required = true, description = "File to produce.")
    private String input = "";

    @Override
    public Integer call() {
        int worst = ExitCode.OK;
        for (String[] words : new String[][] {
            {"topic", "create", TOPIC, "--replication-factor", "3", "--partitions", "6"},
            {"topic", "describe", TOPIC},
            {"topic", "list", "-o", "json"},
            {"produce", TOPIC, "--file", input},
            {"consume", TOPIC, "-o", "json"}
        }) {
            worst = Math.max(worst, run(words, "--bootstrap-server", bootstrapServer));
        }
        worst = Math.max(worst, run(new String[] {"cluster", "status"}, "--dir", directory));
        // Last, because a cluster is not whole for a moment after it.
        moveController();
        return worst;
    }

    /** The node that is recorded shall have stood for election, led and followed; if an election of another comes between, it has. */
    private void moveController() {
        for (String nodeId : new String[] {"2", "1"}) {
            run(new String[] {"quorum", "transfer", nodeId}, "--bootstrap-server", bootstrapServer);
        }
    }

    private int run(String[] words, String option, String value) {
        CommandSpec known = spec;
        if (known == null) {
            throw new IllegalStateException("not run by a command line");
        }
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = option;
        all[words.length + 1] = value;
        CommandLine root = known.root().commandLine();
        return root.execute(all);
    }
}
