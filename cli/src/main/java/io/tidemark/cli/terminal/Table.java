// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Rows printed in aligned columns, two spaces apart. */
public final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    /** A table with these headings. */
    public Table(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row of as many cells as there are headings. */
    public void row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell));
        }
        if (row.size() != rows.get(0).size()) {
            throw new IllegalArgumentException(row.size() + " cells under " + rows.get(0));
        }
        rows.add(row);
    }

    /** Prints it. */
    public void print(Terminal terminal) {
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column)).append(" ".repeat(padding(row, column)));
            }
            terminal.line(line.toString().stripTrailing());
        }
    }

    private int padding(List<String> row, int column) {
        int width =
                rows.stream().mapToInt(each -> each.get(column).length()).max().orElse(0);
        return width - row.get(column).length() + 2;
    }
}
