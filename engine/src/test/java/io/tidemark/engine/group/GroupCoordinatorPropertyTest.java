// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.group;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.engine.group.GroupEffect.Answer;
import io.tidemark.metadata.image.PartitionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Members, a coordinator and its log under random delays, repetitions, refused and doubtful writes, changes of the
 * coordinator, deaths and silence. What must hold at every step is checked at every step; then all is healed, and the group
 * must settle.
 */
class GroupCoordinatorPropertyTest {
    private static final GroupSettings SETTINGS = new GroupSettings(3_000, 500, 1_000_000, 100, 1 << 20);
    private static final int STEPS = 250;
    private static final int ROUNDS_MAX = 25;

    @Property(tries = 250)
    void ownersNeverOverlapAndOffsetsNeverGoBack(@ForAll long seed) {
        World world = new World(seed);
        for (int i = 0; i < STEPS; i++) {
            world.step();
            world.check();
        }
        world.heal();
        world.checkSettled();
    }

    /** Everything, driven by one seed. */
    private static final class World {
        private final Random random;
        private final GroupTopics topics =
                new TestTopics().with("a", 7).with("b", 4).build();
        private final List<SimulatedMember> members = new ArrayList<>();
        private final List<GroupRecord> log = new ArrayList<>();
        private final List<GroupRequest> old = new ArrayList<>();
        private final SortedMap<PartitionKey, Long> acknowledged = new TreeMap<>();
        private final Map<Long, Consumer<GroupReply>> replies = new HashMap<>();
        private int leaderEpoch = 1;
        private GroupCoordinator coordinator = new GroupCoordinator(leaderEpoch, SETTINGS, topics);
        private @Nullable List<GroupRecord> underWay;
        private boolean isLoading = true;
        private boolean isHealed;
        private long token;
        private long nowMs = 1_000;
        private long nextOffset = 1;

        World(long seed) {
            random = new Random(seed);
            for (int i = 0; i < 5; i++) {
                members.add(new SimulatedMember(
                        "m" + i, i == 3 ? List.of("a") : i == 4 ? List.of("b") : List.of("a", "b")));
            }
        }

        void step() {
            int dice = random.nextInt(100);
            SimulatedMember member = members.get(random.nextInt(members.size()));
            if (dice < 40) {
                heartbeat(member, random.nextBoolean() ? 400 : 0);
            } else if (dice < 60) {
                member.apply();
            } else if (dice < 72) {
                commit(member);
            } else if (dice < 85) {
                finishAppend(random.nextInt(8));
            } else if (dice < 88 && !old.isEmpty()) {
                ask(old.get(random.nextInt(old.size())), reply -> {});
            } else if (dice < 90) {
                member.beginAnew();
            } else if (dice < 92) {
                changeCoordinator();
            } else {
                pass(random.nextInt(600));
            }
            if (isLoading && random.nextInt(3) > 0) {
                load();
            }
        }

        private void heartbeat(SimulatedMember member, int waitMs) {
            String memberId = member.memberId();
            GroupRequest.Heartbeat request = member.heartbeat(waitMs);
            old.add(request);
            // Some answers are lost.
            Consumer<GroupReply> use = reply -> member.onReply(memberId, reply);
            ask(request, random.nextInt(10) == 0 && !isHealed ? reply -> {} : use);
        }

        private void commit(SimulatedMember member) {
            SortedMap<PartitionKey, CommittedOffset> offsets = new TreeMap<>();
            for (PartitionKey key : member.owned()) {
                offsets.put(key, new CommittedOffset(nextOffset++, -1, "", nowMs));
            }
            GroupRequest.Commit request = new GroupRequest.Commit(
                    "g", member.memberId(), "", member.memberEpoch(), nextOffset, OptionalInt.of(leaderEpoch), offsets);
            old.add(request);
            ask(request, reply -> {
                if (reply instanceof GroupReply.PerPartition done) {
                    done.errors().forEach((key, error) -> {
                        if (error == GroupError.NONE) {
                            acknowledged.merge(
                                    key, requireNonNull(offsets.get(key)).offset(), Math::max);
                        }
                    });
                }
            });
        }

        private void ask(GroupRequest request, Consumer<GroupReply> reply) {
            replies.put(++token, reply);
            List<GroupEffect> out = new ArrayList<>();
            coordinator.onRequest(token, request, now(), out::add);
            carryOut(out);
        }

        private void pass(int ms) {
            nowMs += ms;
            List<GroupEffect> out = new ArrayList<>();
            coordinator.onTick(now(), out::add);
            carryOut(out);
        }

        private GroupTime now() {
            return new GroupTime(nowMs, nowMs);
        }

        private void carryOut(List<GroupEffect> effects) {
            for (GroupEffect effect : effects) {
                if (effect instanceof Answer answer) {
                    // Null would be a request that is answered twice.
                    requireNonNull(replies.remove(answer.token())).accept(answer.reply());
                } else if (effect instanceof GroupEffect.Append append) {
                    assertThat(underWay).as("one batch at a time").isNull();
                    underWay = append.records();
                } else if (effect instanceof GroupEffect.Load) {
                    isLoading = true;
                } else if (effect instanceof GroupEffect.Confirm confirm) {
                    List<GroupEffect> out = new ArrayList<>();
                    coordinator.onConfirmed(confirm.token(), true, out::add);
                    carryOut(out);
                }
            }
        }

        /** Mostly committed; now and then refused, or committed without the coordinator being told. */
        private void finishAppend(int luck) {
            List<GroupRecord> records = underWay;
            if (records == null) {
                return;
            }
            underWay = null;
            if (luck != 0) {
                log.addAll(records);
            }
            List<GroupEffect> out = new ArrayList<>();
            if (luck > 1) {
                coordinator.onAppended(out::add);
            } else {
                coordinator.onAppendFailed("bad luck", out::add);
            }
            carryOut(out);
        }

        private void changeCoordinator() {
            List<GroupEffect> out = new ArrayList<>();
            coordinator.onResigned(out::add);
            if (underWay != null && random.nextBoolean()) {
                log.addAll(underWay);
            }
            underWay = null;
            carryOut(out);
            assertThat(replies).as("nothing is left unanswered").isEmpty();
            coordinator = new GroupCoordinator(++leaderEpoch, SETTINGS, topics);
            isLoading = true;
        }

        private void load() {
            isLoading = false;
            List<GroupEffect> out = new ArrayList<>();
            coordinator.onLoaded(replay(), now(), out::add);
            carryOut(out);
        }

        private Groups replay() {
            Groups groups = Groups.NONE;
            for (GroupRecord record : log) {
                groups = groups.with(record);
            }
            return groups;
        }

        void check() {
            Group group = replay().group("g");
            SortedSet<PartitionKey> seen = new TreeSet<>();
            group.currents().forEach((memberId, current) -> {
                for (PartitionKey key : current.assigned()) {
                    assertThat(seen.add(key)).as("one owner of %s", key).isTrue();
                }
                for (PartitionKey key : current.revoking()) {
                    assertThat(seen.add(key)).as("one owner of %s", key).isTrue();
                }
            });
            SortedSet<PartitionKey> read = new TreeSet<>();
            for (SimulatedMember member : members) {
                if (group.members().containsKey(member.memberId())) {
                    for (PartitionKey key : member.owned()) {
                        assertThat(read.add(key)).as("one reader of %s", key).isTrue();
                    }
                }
            }
            acknowledged.forEach((key, offset) -> {
                CommittedOffset committed = requireNonNull(group.offsets().get(key));
                assertThat(committed.offset()).isGreaterThanOrEqualTo(offset);
            });
        }

        void heal() {
            isHealed = true;
            for (int round = 0; round < ROUNDS_MAX; round++) {
                if (isLoading) {
                    load();
                }
                finishAppend(7);
                for (SimulatedMember member : members) {
                    heartbeat(member, 0);
                    finishAppend(7);
                    finishAppend(7);
                    member.apply();
                }
                // Past lives end within the session timeout.
                pass(300);
                finishAppend(7);
                check();
            }
        }

        void checkSettled() {
            Group group = replay().group("g");
            assertThat(group.phase()).isEqualTo(Group.Phase.STABLE);
            SortedSet<PartitionKey> read = new TreeSet<>();
            for (SimulatedMember member : members) {
                assertThat(member.owned()).isEqualTo(group.target(member.memberId()));
                read.addAll(member.owned());
            }
            assertThat(read).hasSize(11);
        }
    }
}
