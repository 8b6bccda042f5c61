// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.health;

import com.google.gson.JsonObject;

/**
 * Something that a checkup found.
 *
 * @param severity how bad it is
 * @param subject what it is about: "topic orders"
 * @param text what was found and what to do
 */
record Finding(Severity severity, String subject, String text) {
    /** How bad a finding is. */
    enum Severity {
        /** Nothing to do. */
        info,
        /** A failure that one should expect would lose records or stop writes. */
        warning,
        /** Records can be lost, or writes are refused, now. */
        error
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("severity", severity.name());
        json.addProperty("subject", subject);
        json.addProperty("text", text);
        return json;
    }

    String line() {
        return String.format("%-8s %s: %s", severity, subject, text);
    }
}
