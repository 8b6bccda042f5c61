// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.consumer;

import io.tidemark.client.metadata.AnyNodeCalls;
import io.tidemark.client.metadata.MonotonicClock;
import io.tidemark.v1.AdminServiceGrpc;
import io.tidemark.v1.ErrorCode;
import io.tidemark.v1.ListTopicsRequest;
import io.tidemark.v1.TopicListing;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The topics whose names match, looked up now and then. One thread. */
final class TopicPattern implements Supplier<SortedSet<String>> {
    private static final int MAX_AGE_MS = 5_000;
    private static final int TIMEOUT_MS = 5_000;

    private final Pattern pattern;
    private final AnyNodeCalls calls;
    private SortedSet<String> names = new TreeSet<>();
    private long lookUpAtMs = Long.MIN_VALUE;

    TopicPattern(Pattern pattern, AnyNodeCalls calls) {
        this.pattern = pattern;
        this.calls = calls;
    }

    @Override
    public SortedSet<String> get() {
        long nowMs = MonotonicClock.nowMs();
        if (nowMs >= lookUpAtMs) {
            SortedSet<String> found = new TreeSet<>();
            for (TopicListing topic : calls.ask(
                            new AnyNodeCalls.Question<>(
                                    "list topics",
                                    AdminServiceGrpc.getListTopicsMethod(),
                                    ListTopicsRequest.getDefaultInstance(),
                                    answer -> ErrorCode.ERROR_CODE_UNSPECIFIED),
                            TIMEOUT_MS)
                    .value()
                    .getTopicsList()) {
                // Topics of the cluster itself begin with two underscores.
                if (!topic.getName().startsWith("__")
                        && pattern.matcher(topic.getName()).matches()) {
                    found.add(topic.getName());
                }
            }
            names = found;
            lookUpAtMs = nowMs + MAX_AGE_MS;
        }
        return names;
    }
}
