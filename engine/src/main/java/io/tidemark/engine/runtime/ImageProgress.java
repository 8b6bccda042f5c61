// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Lets others wait until this node's image has reached an index. Thread-safe. */
public final class ImageProgress implements ImageListener {
    private final NavigableMap<Long, List<CompletableFuture<ClusterImage>>> waiting = new TreeMap<>();
    private ClusterImage latest = ClusterImage.EMPTY;

    /** Completes with the first image at or above the index, on the delivery thread unless it is there already. */
    public CompletableFuture<ClusterImage> reached(long index) {
        synchronized (waiting) {
            if (latest.index() >= index) {
                return CompletableFuture.completedFuture(latest);
            }
            CompletableFuture<ClusterImage> future = new CompletableFuture<>();
            waiting.computeIfAbsent(index, unused -> new ArrayList<>()).add(future);
            return future;
        }
    }

    @Override
    public void onImage(ClusterImage before, ClusterImage after, ClusterDelta delta) {
        List<CompletableFuture<ClusterImage>> due = new ArrayList<>();
        synchronized (waiting) {
            latest = after;
            NavigableMap<Long, List<CompletableFuture<ClusterImage>>> reached = waiting.headMap(after.index(), true);
            reached.values().forEach(due::addAll);
            reached.clear();
        }
        due.forEach(future -> future.complete(after));
    }
}
