// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.log.chronicle;

import io.tidemark.engine.log.LogStore.StoredLog;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Name of a log's directory: {@code topic-partition.topicId}, the topic cut to what a file name holds. */
final class LogDirectory {
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final Pattern NAME =
            Pattern.compile("(.+)-([0-9]{1,10})\\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");
    private static final int TOPIC_CHARS_MAX = 180;
    private static final String DELETED = ".deleted";
    private static final String STRAY = ".stray";

    private LogDirectory() {}

    /** @throws IllegalArgumentException if the topic's name is not one */
    static String name(String topic, LogIdentity identity) {
        if (!TOPIC.matcher(topic).matches() || topic.equals(".") || topic.equals("..") || identity.partition() < 0) {
            throw new IllegalArgumentException("not a partition: " + topic + "-" + identity.partition());
        }
        String cut = topic.substring(0, Math.min(topic.length(), TOPIC_CHARS_MAX));
        return cut + "-" + identity.partition() + "." + identity.topicId();
    }

    static String deletedName(String name) {
        return name + DELETED;
    }

    /** Name of a log that belongs to no topic; never removed by the node itself. */
    static String strayName(String name) {
        return name + STRAY;
    }

    static boolean isDeleted(String name) {
        return name.endsWith(DELETED);
    }

    /** The log a directory holds or held before it was set aside; null for any other directory. */
    static @Nullable StoredLog parseAlsoAside(String name) {
        return parse(name.endsWith(STRAY) ? name.substring(0, name.length() - STRAY.length()) : name);
    }

    /** The log a directory holds; null for any other directory. */
    static @Nullable StoredLog parse(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return null;
        }
        long partition = Long.parseLong(matcher.group(2));
        return partition > Integer.MAX_VALUE
                ? null
                : new StoredLog(matcher.group(1), UUID.fromString(matcher.group(3)), (int) partition);
    }
}
