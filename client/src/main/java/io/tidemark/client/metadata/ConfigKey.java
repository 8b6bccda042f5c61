// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a client.
 *
 * @param <T> type of its value
 * @param name Kafka's name
 * @param defaultText value when it is not set; null when it must be set
 * @param legal the legal values in words
 * @param documentation what it does, one or two sentences
 * @param parser reads a value; throws {@link IllegalArgumentException} when it is not legal
 */
public record ConfigKey<T>(
        String name, @Nullable String defaultText, String legal, String documentation, Function<String, T> parser) {

    /** Reads a value and names the key when it is not legal. */
    T parse(String text) {
        try {
            return parser.apply(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + "=" + text + " is not legal: it must be " + legal, e);
        }
    }

    static ConfigKey<Integer> integer(String name, int defaultValue, int min, String documentation) {
        return new ConfigKey<>(
                name,
                Integer.toString(defaultValue),
                "a number from " + min + " to " + Integer.MAX_VALUE,
                documentation,
                text -> atLeast(min, Integer.parseInt(text)));
    }

    static ConfigKey<Boolean> bool(String name, boolean defaultValue, String documentation) {
        return new ConfigKey<>(
                name, Boolean.toString(defaultValue), "true or false", documentation, ConfigKey::parseBoolean);
    }

    private static int atLeast(int min, int value) {
        if (value < min) {
            throw new IllegalArgumentException("below " + min);
        }
        return value;
    }

    private static boolean parseBoolean(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(text);
        }
        return text.equals("true");
    }
}
