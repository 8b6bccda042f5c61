// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One config of topics.
 *
 * @param name its key, Kafka's where the meaning is the same
 * @param defaultText default value as text
 * @param legalValues the legal values in words
 * @param documentation what it does, in one or two sentences
 * @param parser from text to value; throws {@link IllegalArgumentException} for an illegal one
 * @param <T> type of the value
 */
public record TopicConfigKey<T>(
        String name, String defaultText, String legalValues, String documentation, Function<String, T> parser) {

    /** The value that the text stands for. */
    T parse(String text) {
        return parser.apply(text);
    }

    /** One line that says what is wrong with the text; null when it is legal. */
    public @Nullable String problem(String text) {
        try {
            T unused = parser.apply(text);
            return unused == null ? name + " has no value" : null;
        } catch (IllegalArgumentException illegal) {
            return name + "=" + text + " is not legal: it must be " + legalValues;
        }
    }
}
