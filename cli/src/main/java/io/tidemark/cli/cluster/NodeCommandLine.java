// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a node's process is started: the JVM that runs this command, the options files of the home, the small profile. */
final class NodeCommandLine {
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final int NATIVE_ACCESS_OPTIONS_SINCE = 24;

    private final Home home;

    NodeCommandLine(Home home) {
        this.home = home;
    }

    /**
     * The words to run.
     *
     * @param outlivesThis whether the node stays when the process that starts it ends; if not, it also ends when its
     *     standard input does, so that even a killed parent leaves nothing behind
     */
    List<String> of(LocalNode node, boolean outlivesThis) {
        List<String> words = new ArrayList<>();
        if (outlivesThis && Files.isExecutable(SETSID)) {
            // A session of its own: neither Ctrl-C nor a closed terminal reaches it.
            words.add(SETSID.toString());
        }
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.add("@" + home.file("conf", "jvm.options"));
        if (Runtime.version().feature() >= NATIVE_ACCESS_OPTIONS_SINCE) {
            words.add("@" + home.file("conf", "jvm-24.options"));
        }
        words.add("@" + home.file("conf", "jvm-small.options"));
        words.add("-Dlogback.configurationFile=" + home.file("conf", "logback.xml"));
        words.add("-Djava.util.logging.config.file=" + home.file("conf", "logging.properties"));
        words.add("-cp");
        words.add(home.file("lib") + "/*");
        words.add("io.tidemark.cli.Main");
        words.add("server");
        words.add("--config");
        words.add(node.configFile().toString());
        if (!outlivesThis) {
            words.add("--until-input-ends");
        }
        return words;
    }
}
