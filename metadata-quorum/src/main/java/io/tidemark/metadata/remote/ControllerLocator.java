// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.ControllerHint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the active controller is believed to be. Without a belief the known nodes are asked in turn. A hint at a node that
 * has just failed is not believed: voters name a dead controller until they have elected another. One thread.
 */
final class ControllerLocator {
    private static final long DISTRUST_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final List<Endpoint> endpoints;
    private final LongSupplier nanos;
    private final Map<Endpoint, Long> failedNanos = new HashMap<>();
    private int next;
    private @Nullable Endpoint controller;
    private volatile int controllerId = -1;

    ControllerLocator(List<Endpoint> endpoints, LongSupplier nanos) {
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("at least one quorum endpoint is needed");
        }
        this.endpoints = List.copyOf(endpoints);
        this.nanos = nanos;
    }

    /** Node id of the controller; -1 when not known. Any thread. */
    int controllerId() {
        return controllerId;
    }

    /** Whom to ask now. */
    Endpoint target() {
        Endpoint known = controller;
        return known == null ? endpoints.get(next) : known;
    }

    /** Takes up a hint; returns whether it leads elsewhere than to the node that gave it. */
    boolean learn(ControllerHint hint, Endpoint from) {
        Endpoint hinted = ControllerHints.endpoint(hint);
        if (hinted == null || isDistrusted(hinted)) {
            return false;
        }
        controller = hinted;
        controllerId = hint.getNodeId();
        return !hinted.equals(from);
    }

    /** The node is not the controller, whatever was believed; unless a hint says better, ask the next one. */
    void refused(Endpoint by) {
        if (by.equals(controller)) {
            forget();
        }
        advancePast(by);
    }

    /** The node cannot be reached or does not answer. */
    void failed(Endpoint endpoint) {
        failedNanos.put(endpoint, nanos.getAsLong());
        refused(endpoint);
    }

    private boolean isDistrusted(Endpoint endpoint) {
        Long failed = failedNanos.get(endpoint);
        return failed != null && nanos.getAsLong() - failed < DISTRUST_NANOS;
    }

    private void forget() {
        controller = null;
        controllerId = -1;
    }

    private void advancePast(Endpoint endpoint) {
        if (endpoint.equals(endpoints.get(next))) {
            next = (next + 1) % endpoints.size();
        }
    }
}
