// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.image.Endpoint;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What values a key takes. */
enum ConfigType {
    /** Any text. */
    TEXT("any text") {
        @Override
        @Nullable
        String problem(String value) {
            return null;
        }
    },
    /** Text that is not empty. */
    REQUIRED("any text but the empty one") {
        @Override
        @Nullable
        String problem(String value) {
            return value.isBlank() ? "is not set" : null;
        }
    },
    /** A whole number. */
    NUMBER("a whole number") {
        @Override
        @Nullable
        String problem(String value) {
            if (value.isEmpty()) {
                return "is not set";
            }
            try {
                Long.parseLong(value);
                return null;
            } catch (NumberFormatException notNumber) {
                return "must be a whole number, not \"" + value + "\"";
            }
        }
    },
    /** HOST:PORT. */
    ADDRESS("HOST:PORT") {
        @Override
        @Nullable
        String problem(String value) {
            return refusalOf(() -> parseAddress(value));
        }
    },
    /** HOST:PORT or nothing. */
    OPTIONAL_ADDRESS("HOST:PORT, or nothing") {
        @Override
        @Nullable
        String problem(String value) {
            return value.isEmpty() ? null : refusalOf(() -> parseAddress(value));
        }
    },
    /** Some of broker and quorum, at least one. */
    ROLES("broker, quorum or broker,quorum") {
        @Override
        @Nullable
        String problem(String value) {
            return List.of("broker", "quorum").containsAll(parseRoles(value))
                    ? null
                    : "must be broker, quorum or broker,quorum, not \"" + value + "\"";
        }
    },
    /** Voters of the quorum. */
    VOTERS("a comma separated list of ID@HOST:QUORUM_PORT:PORT") {
        @Override
        @Nullable
        String problem(String value) {
            return value.isBlank()
                    ? "is not set: a comma list of ID@HOST:QUORUM_PORT:PORT"
                    : refusalOf(() -> VoterAddress.parse(value));
        }
    };

    private final String words;

    ConfigType(String words) {
        this.words = words;
    }

    /** The legal values in words. */
    String words() {
        return words;
    }

    /** What is wrong with the value, in a few words; null when nothing is. */
    @Nullable
    abstract String problem(String value);

    private static @Nullable String refusalOf(Runnable parsing) {
        try {
            parsing.run();
            return null;
        } catch (IllegalArgumentException malformed) {
            return malformed.getMessage();
        }
    }

    /** Reads HOST:PORT; the host may be an IPv6 address in brackets. */
    static Endpoint parseAddress(String value) {
        int colon = value.lastIndexOf(':');
        String host = colon < 0 ? "" : value.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port;
        try {
            port = Integer.parseInt(value.substring(colon + 1));
        } catch (NumberFormatException notNumber) {
            port = -1;
        }
        if (host.isEmpty() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("must be HOST:PORT, not \"" + value + "\"");
        }
        return new Endpoint(host, port);
    }

    /** Reads a comma list of roles. */
    static Set<String> parseRoles(String value) {
        Set<String> roles = new TreeSet<>();
        for (String role : value.split(",", -1)) {
            roles.add(role.strip());
        }
        return roles;
    }
}
