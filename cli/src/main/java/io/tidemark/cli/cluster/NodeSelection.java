// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import io.tidemark.cli.terminal.CommandException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** Which nodes a command is about: ids, or all of them. */
final class NodeSelection {
    private static final String ALL = "all";

    @Parameters(paramLabel = "NODE", arity = "1..*", description = "Node ids, or 'all'.")
    private List<String> words = new ArrayList<>();

    List<LocalNode> of(ClusterLayout layout) {
        if (words.contains(ALL)) {
            return layout.nodes();
        }
        return words.stream().map(word -> layout.node(nodeId(word))).distinct().toList();
    }

    private static int nodeId(String word) {
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw CommandException.usage("a node is its id or 'all', not '" + word + "'");
        }
    }
}
