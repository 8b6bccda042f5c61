// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import com.google.protobuf.ByteString;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Carries out the lines of a story and says what the coordinator wants done. */
final class GroupStory {
    private static final GroupSettings SETTINGS = new GroupSettings(10_000, 3_000, 60_000, 10, 1 << 20);

    private final List<GroupRecord> log = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private GroupTopics topics = new TestTopics().with("t", 4).build();
    private int leaderEpoch = 1;
    private GroupCoordinator coordinator = new GroupCoordinator(leaderEpoch, SETTINGS, topics);
    private List<GroupRecord> underWay = List.of();
    private long token;
    private long nowMs = 1_000;

    List<String> run(String line) {
        said.clear();
        List<String> words = List.of(line.split(" ", -1));
        Map<String, String> options = new TreeMap<>();
        for (String word : words) {
            int at = word.indexOf('=');
            if (at > 0) {
                options.put(word.substring(0, at), word.substring(at + 1));
            }
        }
        GroupTime now = new GroupTime(nowMs, nowMs);
        switch (words.get(0)) {
            case "load" -> coordinator.onLoaded(replay(), now, this::take);
            case "committed" -> {
                log.addAll(underWay);
                coordinator.onAppended(this::take);
            }
            case "refused" -> coordinator.onAppendFailed("refused", this::take);
            case "resign" -> {
                coordinator.onResigned(this::take);
                coordinator = new GroupCoordinator(++leaderEpoch, SETTINGS, topics);
            }
            case "tick" -> {
                nowMs += Long.parseLong(words.get(1));
                coordinator.onTick(new GroupTime(nowMs, nowMs), this::take);
            }
            case "topic" -> {
                topics = new TestTopics()
                        .with("t", Integer.parseInt(words.get(1)))
                        .build();
                coordinator.onTopics(topics, now, this::take);
            }
            case "confirm" -> coordinator.onConfirmed(token, words.get(1).equals("yes"), this::take);
            default -> coordinator.onRequest(++token, request(words, options), now, this::take);
        }
        return new ArrayList<>(said);
    }

    private GroupRequest request(List<String> words, Map<String, String> options) {
        return switch (words.get(0)) {
            case "heartbeat" ->
                new GroupRequest.Heartbeat(
                        "g",
                        words.get(1),
                        number(options, "epoch"),
                        new Member(
                                options.getOrDefault("instance", ""),
                                "",
                                "",
                                new TreeSet<>(List.of("t")),
                                5_000,
                                "",
                                "",
                                ByteString.EMPTY),
                        number(options, "seen"),
                        number(options, "applied"),
                        number(options, "wait"));
            case "leave" -> new GroupRequest.Leave("g", words.get(1), words.contains("keep"));
            case "commit" -> {
                SortedMap<PartitionKey, CommittedOffset> offsets = new TreeMap<>();
                offsets.put(
                        TestTopics.key("t", number(options, "partition")),
                        new CommittedOffset(number(options, "offset"), -1, "", nowMs));
                yield new GroupRequest.Commit(
                        "g",
                        words.get(1).equals("nobody") ? "" : words.get(1),
                        options.getOrDefault("committer", ""),
                        number(options, "epoch"),
                        number(options, "sequence"),
                        options.containsKey("coordinator")
                                ? OptionalInt.of(number(options, "coordinator"))
                                : OptionalInt.empty(),
                        offsets);
            }
            case "delete" -> new GroupRequest.Delete("g");
            case "describe" -> new GroupRequest.Describe("g");
            default -> throw new IllegalArgumentException("not a line of a story: " + words);
        };
    }

    private static int number(Map<String, String> options, String key) {
        return Integer.parseInt(options.getOrDefault(key, "0"));
    }

    private Groups replay() {
        Groups groups = Groups.NONE;
        for (GroupRecord record : log) {
            groups = groups.with(record);
        }
        return groups;
    }

    private void take(GroupEffect effect) {
        if (effect instanceof GroupEffect.Append append) {
            underWay = append.records();
            underWay.forEach(record -> said.add("append " + text(record)));
        } else if (effect instanceof GroupEffect.Answer answer) {
            said.add("answer " + answer.token() + " " + text(answer.reply()));
        } else if (effect instanceof GroupEffect.Announce announce) {
            said.add("say " + announce.line());
        } else {
            said.add(effect.toString());
        }
    }

    private static String text(GroupRecord record) {
        if (record instanceof GroupRecord.Target it) {
            return "target " + it.memberId() + " " + text(it.value());
        } else if (record instanceof GroupRecord.Current it) {
            return "current " + it.memberId() + " " + text(it.value());
        } else if (record instanceof GroupRecord.Subscription it) {
            return "member " + it.memberId() + (it.value() == null ? " removed" : "");
        } else if (record instanceof GroupRecord.Offset it) {
            CommittedOffset value = it.value();
            return "offset " + it.key().partition() + " " + (value == null ? "removed" : value.offset());
        } else if (record instanceof GroupRecord.Epoch it) {
            GroupEpoch value = it.value();
            return "epoch " + (value == null ? "removed" : value.groupEpoch() + emptySince(value));
        }
        return record.toString();
    }

    private static String emptySince(GroupEpoch epoch) {
        return epoch.emptySinceMs() == GroupEpoch.NOT_EMPTY ? "" : " empty since " + epoch.emptySinceMs();
    }

    private static String text(@Nullable SortedSet<PartitionKey> partitions) {
        return partitions == null
                ? "removed"
                : partitions.stream().map(PartitionKey::partition).toList().toString();
    }

    private static String text(@Nullable CurrentAssignment current) {
        return current == null
                ? "removed"
                : "epoch " + current.memberEpoch() + " version " + current.version() + " " + text(current.assigned())
                        + " revoking " + text(current.revoking());
    }

    private static String text(GroupReply reply) {
        if (reply instanceof GroupReply.Assigned it) {
            return "epoch " + it.memberEpoch() + " version " + it.version() + " " + text(it.assigned());
        } else if (reply instanceof GroupReply.Failed it) {
            return it.error().name();
        } else if (reply instanceof GroupReply.PerPartition it) {
            return it.errors().values().toString();
        } else if (reply instanceof GroupReply.Described it) {
            Group group = it.groups().get(0);
            List<Long> offsets = group.offsets().values().stream()
                    .map(CommittedOffset::offset)
                    .toList();
            return group.phase() + " " + group.members().keySet() + " offsets " + offsets;
        }
        return "done";
    }
}
