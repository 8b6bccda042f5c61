// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.Home;
import io.tidemark.cli.terminal.JavaCommandLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a node's process is started: the options files of the home, in the small profile. */
final class NodeCommandLine {
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final Home home;
    private final NodeLife life;

    NodeCommandLine(Home home, NodeLife life) {
        this.home = home;
        this.life = life;
    }

    /** The words to run. */
    List<String> of(LocalNode node) {
        List<String> words = new ArrayList<>();
        if (life == NodeLife.OWN && Files.isExecutable(SETSID)) {
            // A session of its own: neither Ctrl-C nor a closed terminal reaches it.
            words.add(SETSID.toString());
        }
        JavaCommandLine java = JavaCommandLine.in(home)
                .options("jvm.options", "jvm-small.options")
                .option("-Dlogback.configurationFile=" + home.file("conf", "logback.xml"));
        if (life == NodeLife.RECORDED && node.nodeId() == 1) {
            java.recordingClasses(node.classArchive());
        } else {
            java.fromClassArchive("node");
        }
        words.addAll(java.running("server", "--config", node.configFile().toString()));
        if (!isDetached()) {
            // It ends when its input does, so that even a killed parent leaves nothing behind.
            words.add("--until-input-ends");
        }
        return words;
    }

    /** Whether the node needs nobody at the other end of its standard input. */
    boolean isDetached() {
        return life == NodeLife.OWN;
    }
}
