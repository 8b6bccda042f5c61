// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.control;

import org.jspecify.annotations.Nullable;

/** Which names topics may have: Kafka's rules. */
public final class TopicName {
    /** Longest name, in characters. */
    public static final int MAX_LENGTH = 249;

    private TopicName() {}

    /** One line that says what is wrong with the name; null when it is legal. */
    public static @Nullable String problem(String name) {
        if (name.isEmpty()) {
            return "a topic name must not be empty";
        }
        if (name.equals(".") || name.equals("..")) {
            return "a topic must not be named \"" + name + "\"";
        }
        if (name.length() > MAX_LENGTH) {
            return "a topic name has at most " + MAX_LENGTH + " characters, this one has " + name.length();
        }
        if (!name.chars().allMatch(TopicName::isLegal)) {
            return "topic name \"" + printable(name) + "\" is not legal: use letters, digits, '.', '_' and '-'";
        }
        return null;
    }

    /**
     * Whether two names may not be used side by side: they differ only in dots and underscores, which metrics systems
     * make equal.
     */
    public static boolean collide(String one, String other) {
        return one.replace('.', '_').equals(other.replace('.', '_'));
    }

    private static boolean isLegal(int character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || character == '.'
                || character == '_'
                || character == '-';
    }

    private static String printable(String name) {
        StringBuilder printable = new StringBuilder();
        name.chars().forEach(character -> printable.append(character > 31 && character < 127 ? (char) character : '?'));
        return printable.toString();
    }
}
