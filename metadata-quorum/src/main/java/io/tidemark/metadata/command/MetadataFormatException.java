// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.command;

/** A message cannot be read as metadata: written in a format of a newer version, or damaged. The message is one line. */
public final class MetadataFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With a line for people. */
    public MetadataFormatException(String message) {
        super(message);
    }

    /** With a line for people, and what was wrong. */
    public MetadataFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
