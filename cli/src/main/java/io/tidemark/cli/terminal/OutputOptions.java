// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.terminal;

import picocli.CommandLine.Option;

/** The form of a command's result. */
public final class OutputOptions {
    /** Forms of a result. */
    public enum Form {
        /** Lines for people and grep. */
        text,
        /** The same with epochs and ids. */
        wide,
        /** JSON for programs. */
        json
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "text",
            description = "Form of the result: ${COMPLETION-CANDIDATES}. Default: text.")
    private Form form = Form.text;

    /** Whether lines are to have all there is. */
    public boolean isWide() {
        return form == Form.wide;
    }

    /** Whether the result goes out as JSON. */
    public boolean isJson() {
        return form == Form.json;
    }
}
