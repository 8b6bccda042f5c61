// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

/** The configuration cannot be used. The message is one line that names the key and says what to do. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    /** With the one line. */
    public ConfigException(String message) {
        super(message);
    }
}
