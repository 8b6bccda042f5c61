// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.workload;

import io.grpc.StatusRuntimeException;
import io.tidemark.chaos.workload.HistoryRecorder.Invocation;
import io.tidemark.chaos.workload.Operation.Function;
import io.tidemark.v1.CommitOffsetsRequest;
import io.tidemark.v1.CommitOffsetsResponse;
import io.tidemark.v1.ConsumerHeartbeatRequest;
import io.tidemark.v1.ConsumerHeartbeatResponse;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.FetchOffsetsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A member of the group that reads, as a machine makes it that stands still or is cut off: it joins, falls silent for some
 * time, maybe longer than its session, and then commits, in its old generation, what was committed when it came. A client
 * library would know better. It never leaves.
 */
final class SilentMember implements Runnable {
    private static final long PAUSE_MEAN_MS = 4_000;
    private static final int LONGEST_SILENCE_MS = 8_000;
    private static final int JOIN_ATTEMPTS = 20;
    private static final int WAIT_MS = 300;

    private final ClientContext context;
    private final Generator generator;

    /** A place in the group, as a coordinator told it. */
    private record Place(GroupCalls coordinator, String memberId, int generation, List<Integer> partitions) {}

    SilentMember(ClientContext context, Generator generator) {
        this.context = context;
        this.generator = generator;
    }

    @Override
    public void run() {
        List<GroupCalls> nodes = new ArrayList<>();
        context.plan().nodes().forEach(address -> nodes.add(new GroupCalls(address)));
        try {
            while (!context.isStopping()) {
                live(nodes, context.nextProcess().getAndIncrement());
                context.pause(generator.pauseNanos(PAUSE_MEAN_MS));
            }
        } finally {
            nodes.forEach(GroupCalls::close);
        }
    }

    private void live(List<GroupCalls> nodes, int process) {
        Invocation invocation = context.recorder().invoke(process, Function.JOIN, List.of());
        Place place = join(nodes);
        if (place == null) {
            // It may be in the group all the same, and owns whatever it was not told of.
            context.recorder().complete(invocation, Outcome.INFO, List.of(), "was given nothing");
            return;
        }
        Step share = new Step.Owned(context.plan().readingGroup(), place.generation(), place.partitions());
        context.recorder().complete(invocation, Outcome.OK, List.of(share), "");
        SortedMap<Integer, Long> offsets = committed(place);
        context.busyFor(generator.below(LONGEST_SILENCE_MS));
        if (!offsets.isEmpty()) {
            commit(nodes, process, place, offsets);
        }
    }

    /** Null when no coordinator gave it anything. */
    private @Nullable Place join(List<GroupCalls> nodes) {
        ConsumerHeartbeatRequest.Builder request = ConsumerHeartbeatRequest.newBuilder()
                .setGroupId(context.plan().readingGroup())
                .setMemberId(UUID.randomUUID().toString())
                .setClientId("silent")
                .addTopics(context.plan().topic())
                .setRebalanceTimeoutMs(MemberLife.MAX_POLL_INTERVAL_MS)
                .setMaxWaitMs(WAIT_MS);
        int at = generator.below(nodes.size());
        for (int attempt = 0; attempt < JOIN_ATTEMPTS && !context.isStopping(); attempt++) {
            GroupCalls node = nodes.get(at);
            ConsumerHeartbeatResponse answer = heartbeat(node, request);
            if (answer == null) {
                at = (at + 1) % nodes.size();
                context.pause(generator.pauseNanos(WAIT_MS));
                continue;
            }
            request.setMemberEpoch(answer.getMemberEpoch())
                    .setSeenAssignmentVersion(answer.getAssignmentVersion())
                    .setAppliedAssignmentVersion(answer.getAssignmentVersion());
            if (answer.getAssignmentCount() > 0) {
                return new Place(
                        node,
                        request.getMemberId(),
                        answer.getMemberEpoch(),
                        List.copyOf(answer.getAssignment(0).getPartitionsList()));
            }
        }
        return null;
    }

    private static @Nullable ConsumerHeartbeatResponse heartbeat(
            GroupCalls node, ConsumerHeartbeatRequest.Builder request) {
        try {
            ConsumerHeartbeatResponse answer = node.heartbeat(request.build());
            return answer.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED ? answer : null;
        } catch (StatusRuntimeException e) {
            return null;
        }
    }

    private SortedMap<Integer, Long> committed(Place place) {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        try {
            FetchOffsetsResponse answer = place.coordinator()
                    .committed(context.plan().readingGroup(), context.plan().topic(), place.partitions());
            answer.getOffsetsList().forEach(offset -> {
                if (offset.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED && offset.getOffset() >= 0) {
                    offsets.put(offset.getPartition(), offset.getOffset());
                }
            });
        } catch (StatusRuntimeException e) {
            return new TreeMap<>(); // It does not know what to commit.
        }
        return offsets;
    }

    private void commit(List<GroupCalls> nodes, int process, Place place, SortedMap<Integer, Long> offsets) {
        CommitOffsetsRequest.Builder request = CommitOffsetsRequest.newBuilder()
                .setGroupId(context.plan().readingGroup())
                .setMemberId(place.memberId())
                .setMemberEpoch(place.generation())
                .setSequence(1);
        List<Step> asked = new ArrayList<>();
        offsets.forEach((partition, offset) -> {
            request.addOffsets(GroupCalls.offset(context.plan().topic(), partition, offset));
            asked.add(step(partition, place, offset));
        });
        Invocation invocation = context.recorder().invoke(process, Function.COMMIT, asked);
        boolean isUnsure = false;
        String error = "";
        for (GroupCalls node : nodes) {
            try {
                CommitOffsetsResponse answer = node.commit(request.build());
                error = answer.getError().name();
                if (answer.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                    List<Step> done = accepted(answer, place, offsets);
                    Outcome outcome = done.isEmpty() ? Outcome.FAIL : Outcome.OK;
                    // What is refused now may have been committed by an attempt of unknown outcome.
                    boolean isInDoubt = isUnsure && done.size() < asked.size();
                    context.recorder()
                            .complete(invocation, isInDoubt ? Outcome.INFO : outcome, isInDoubt ? asked : done, "");
                    return;
                }
                if (!maybeDone(answer.getError())) {
                    break;
                }
            } catch (StatusRuntimeException e) {
                error = e.getStatus().getCode().name();
            }
            isUnsure = true;
        }
        context.recorder().complete(invocation, isUnsure ? Outcome.INFO : Outcome.FAIL, asked, error);
    }

    private static boolean maybeDone(ErrorCode error) {
        return error == ErrorCode.ERROR_CODE_REQUEST_TIMED_OUT || error == ErrorCode.ERROR_CODE_NOT_COORDINATOR;
    }

    private List<Step> accepted(CommitOffsetsResponse answer, Place place, SortedMap<Integer, Long> offsets) {
        List<Step> accepted = new ArrayList<>();
        answer.getPartitionsList().forEach(each -> {
            Long offset = offsets.get(each.getPartition());
            if (offset != null && each.getError() == ErrorCode.ERROR_CODE_UNSPECIFIED) {
                accepted.add(step(each.getPartition(), place, offset));
            }
        });
        return accepted;
    }

    private Step step(int partition, Place place, long offset) {
        return new Step.Committed(context.plan().readingGroup(), partition, place.generation(), offset);
    }
}
