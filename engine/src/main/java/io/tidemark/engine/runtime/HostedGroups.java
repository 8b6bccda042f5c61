// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.group.GroupCoordinator;
import io.tidemark.engine.group.GroupEffect;
import io.tidemark.engine.group.GroupError;
import io.tidemark.engine.group.GroupRecord;
import io.tidemark.engine.group.GroupReply;
import io.tidemark.engine.group.GroupRequest;
import io.tidemark.engine.group.GroupTime;
import io.tidemark.engine.group.GroupTopics;
import io.tidemark.engine.group.Groups;
import io.tidemark.engine.replication.Effect;
import io.tidemark.engine.replication.OffsetInput;
import io.tidemark.engine.replication.ProduceInput;
import io.tidemark.metadata.image.PartitionKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The groups of one partition of the offsets topic while this broker leads it in one leader epoch: carries out what the
 * coordinator wants done. Everything it writes and reads names that epoch, so that a deposed coordinator is refused. Group
 * thread only.
 */
final class HostedGroups {
    private static final Logger LOG = LoggerFactory.getLogger(HostedGroups.class);
    private static final int ALL_REPLICAS = -1;
    private static final int APPEND_TIMEOUT_MS = 30_000;
    private static final int PAUSE_MS = 200;

    private final Parts parts;
    private final PartitionKey key;
    private final int leaderEpoch;
    private final GroupCoordinator coordinator;
    private final Map<Long, Consumer<GroupReply>> replies = new HashMap<>();
    private final List<GroupEffect> effects = new ArrayList<>();
    private long nextToken;
    private boolean isOver;

    /**
     * What it works with.
     *
     * @param brokerId this broker
     * @param directory where the partition is
     * @param thread the group thread
     * @param clock the time
     */
    record Parts(int brokerId, PartitionDirectory directory, ScheduledExecutorService thread, Clock clock)
            implements Executor {
        /** Runs it on the group thread; not at all once that has ended. */
        @Override
        public void execute(Runnable action) {
            try {
                thread.execute(action);
            } catch (RejectedExecutionException stopped) {
                LOG.debug("An answer came after the group thread had ended");
            }
        }
    }

    HostedGroups(Parts parts, PartitionKey key, int leaderEpoch, GroupCoordinator coordinator) {
        this.parts = parts;
        this.key = key;
        this.leaderEpoch = leaderEpoch;
        this.coordinator = coordinator;
    }

    int leaderEpoch() {
        return leaderEpoch;
    }

    /**
     * Reads the state. First a record of this epoch is committed: then so is all that lies before it, and nothing else can
     * come in between.
     */
    void load() {
        append(
                List.of(new GroupRecord.Began(parts.brokerId, leaderEpoch)),
                result -> new GroupLoad(parts.directory, key, leaderEpoch, result.baseOffset() + 1, parts, loadResult())
                        .readFrom(result.logStartOffset()),
                this::loadLater);
    }

    private GroupLoad.Result loadResult() {
        return new GroupLoad.Result() {
            @Override
            public void loaded(Groups groups) {
                guarded(() -> coordinator.onLoaded(groups, now(), effects::add));
            }

            @Override
            public void failed(String reason) {
                loadLater(reason);
            }
        };
    }

    private void loadLater(String reason) {
        LOG.debug("Groups of {} cannot be read yet: {}", key, reason);
        later(this::load);
    }

    private void later(Runnable action) {
        if (!isOver && !parts.thread.isShutdown()) {
            // Nobody waits for it: whoever asks meanwhile is told that the state is being read.
            var unused = parts.thread.schedule(
                    () -> {
                        if (!isOver) {
                            action.run();
                        }
                    },
                    PAUSE_MS,
                    TimeUnit.MILLISECONDS);
        }
    }

    void onRequest(GroupRequest request, Consumer<GroupReply> reply) {
        long token = nextToken++;
        replies.put(token, reply);
        guarded(() -> coordinator.onRequest(token, request, now(), effects::add));
    }

    void onTopics(GroupTopics topics) {
        guarded(() -> coordinator.onTopics(topics, now(), effects::add));
    }

    void tick() {
        guarded(() -> coordinator.onTick(now(), effects::add));
    }

    /** The broker leads no more, or not in this epoch. */
    void resign() {
        guarded(() -> coordinator.onResigned(effects::add));
        isOver = true;
    }

    private GroupTime now() {
        return new GroupTime(parts.clock.monotonicMs(), parts.clock.wallMs());
    }

    /** Gives the coordinator an input and does what follows; a fault of its own must not end the other coordinators. */
    private void guarded(Runnable input) {
        if (isOver) {
            return;
        }
        try {
            input.run();
            List<GroupEffect> wanted = List.copyOf(effects);
            effects.clear();
            wanted.forEach(this::carryOut);
        } catch (RuntimeException broken) {
            LOG.error("The coordinator of {} met a fault of its own and reads its state again", key, broken);
            effects.clear();
            coordinator.onResigned(effect -> {
                if (effect instanceof GroupEffect.Answer answer) {
                    answer(answer);
                }
            });
            later(this::load);
        }
    }

    private void carryOut(GroupEffect effect) {
        if (effect instanceof GroupEffect.Answer answer) {
            answer(answer);
        } else if (effect instanceof GroupEffect.Append append) {
            append(
                    append.records(),
                    done -> guarded(() -> coordinator.onAppended(effects::add)),
                    reason -> guarded(() -> coordinator.onAppendFailed(reason, effects::add)));
        } else if (effect instanceof GroupEffect.Confirm confirm) {
            confirm(confirm.token());
        } else if (effect instanceof GroupEffect.Load) {
            later(this::load);
        } else if (effect instanceof GroupEffect.Announce announce) {
            LOG.info("Groups of {} in leader epoch {}: {}", key, leaderEpoch, announce.line());
        }
    }

    private void answer(GroupEffect.Answer answer) {
        Consumer<GroupReply> reply = replies.remove(answer.token());
        if (reply != null) {
            reply.accept(answer.reply());
        }
    }

    private void append(List<GroupRecord> records, Consumer<Effect.CompleteProduce> done, Consumer<String> failed) {
        ByteBuffer batch = GroupBatches.encode(records, parts.clock.wallMs());
        ProduceReply reply = new ProduceReply() {
            @Override
            public void completed(Effect.CompleteProduce result) {
                onThread(() -> done.accept(result));
            }

            @Override
            public void rejected(Rejection rejection) {
                onThread(() -> failed.accept(rejection.error().name()));
            }
        };
        parts.directory
                .shardFor(key)
                .deliver(
                        key,
                        reply,
                        (host, nowMs) -> host.produce(
                                reply,
                                token -> new ProduceInput(
                                        token,
                                        batch,
                                        ALL_REPLICAS,
                                        OptionalInt.of(leaderEpoch),
                                        nowMs + APPEND_TIMEOUT_MS),
                                nowMs));
    }

    /** The end of the log is told only by a leader whose lease is valid and who knows all that was committed before it. */
    private void confirm(long token) {
        LongConsumer confirmed =
                led -> onThread(() -> guarded(() -> coordinator.onConfirmed(token, led == leaderEpoch, effects::add)));
        OffsetReply reply = new OffsetReply() {
            @Override
            public void found(long offset, long timestampMs, int leaderEpoch) {
                confirmed.accept(leaderEpoch);
            }

            @Override
            public void rejected(Rejection rejection) {
                confirmed.accept(-1);
            }
        };
        parts.directory
                .shardFor(key)
                .deliver(
                        key,
                        reply,
                        (host, nowMs) -> host.offsets(
                                reply,
                                question -> new OffsetInput(
                                        question, OffsetInput.Spec.LATEST, -1, OptionalInt.of(leaderEpoch)),
                                nowMs));
    }

    private void onThread(Runnable action) {
        parts.execute(() -> {
            if (!isOver) {
                action.run();
            }
        });
    }

    static GroupReply notCoordinator() {
        return new GroupReply.Failed(GroupError.NOT_COORDINATOR, "");
    }
}
