// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A quorum node's image and the changes that led to it lately, for followers to catch up with. Written by the one thread
 * that applies the metadata log, read by any. Wakers are told of every change on the writing thread and must only note it.
 */
public final class ImageFeed {
    private static final int STEPS_MAX = 4096;
    private static final int WEIGHT_MAX = 200_000;

    private final ArrayDeque<FeedStep> steps = new ArrayDeque<>();
    private final List<Runnable> wakers = new CopyOnWriteArrayList<>();
    private volatile ClusterImage image = ClusterImage.EMPTY;
    private int weight;

    /** The latest image. */
    public ClusterImage image() {
        return image;
    }

    /** The image moved by one change. */
    public void publish(ClusterImage after, ClusterDelta delta) {
        synchronized (this) {
            FeedStep step = new FeedStep(delta, weightOf(delta));
            steps.addLast(step);
            weight += step.weight();
            while (steps.size() > STEPS_MAX || (weight > WEIGHT_MAX && steps.size() > 1)) {
                weight -= steps.removeFirst().weight();
            }
            image = after;
        }
        wake();
    }

    /** The image was replaced as a whole: the changes that lead to it are not known. */
    public void reset(ClusterImage replaced) {
        synchronized (this) {
            steps.clear();
            weight = 0;
            image = replaced;
        }
        wake();
    }

    /** Tells every waker that there may be news. */
    public void wake() {
        wakers.forEach(Runnable::run);
    }

    /** Adds one to be told of every change, on the thread that makes it. */
    public void addWaker(Runnable waker) {
        wakers.add(waker);
    }

    /** Takes one back. */
    public void removeWaker(Runnable waker) {
        wakers.remove(waker);
    }

    /**
     * The changes after an index, oldest first; empty when there are none; null when they are not remembered and only the
     * whole image can help.
     */
    synchronized @Nullable List<FeedStep> since(long index) {
        if (index >= image.index()) {
            return List.of();
        }
        List<FeedStep> after = new ArrayList<>();
        Iterator<FeedStep> newestFirst = steps.descendingIterator();
        while (newestFirst.hasNext()) {
            FeedStep step = newestFirst.next();
            if (step.delta().toIndex() <= index) {
                break;
            }
            after.add(step);
            if (step.delta().fromIndex() <= index && index >= 0) {
                Collections.reverse(after);
                return after;
            }
        }
        return null;
    }

    private static int weightOf(ClusterDelta delta) {
        int sum = 1 + delta.brokers().size() + delta.partitions().size();
        for (TopicImage topic : delta.newTopics()) {
            sum += topic.partitions().size();
        }
        return sum;
    }
}
