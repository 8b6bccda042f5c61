// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.client.ImageListener;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.command.MetadataFormatException;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.ClusterImages;
import io.tidemark.v1.FollowMetadataResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's image and those who are told of its changes. Only the delivery thread changes it. Steps from different nodes
 * may overlap; whatever does not lead beyond the image is ignored.
 */
final class DeliveredImage {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveredImage.class);

    private final String clusterId;
    private final List<ImageListener> listeners = new ArrayList<>();
    private final CompletableFuture<ClusterImage> first = new CompletableFuture<>();
    private volatile ClusterImage image = ClusterImage.EMPTY;

    DeliveredImage(String clusterId) {
        this.clusterId = clusterId;
    }

    ClusterImage image() {
        return image;
    }

    /** Completes with the first image, on the delivery thread unless it is there already. */
    CompletableFuture<ClusterImage> first() {
        return first;
    }

    void add(ImageListener listener) {
        listeners.add(listener);
        ClusterImage current = image;
        if (current.index() >= 0) {
            tell(listener, ClusterImage.EMPTY, current, ClusterImages.diff(ClusterImage.EMPTY, current));
        }
    }

    /** Applies a step; returns false when a step before it is missing or it cannot be read. */
    boolean apply(FollowMetadataResponse step) {
        try {
            switch (step.getStepCase()) {
                case IMAGE -> replace(MetadataCodec.fromProto(step.getImage()));
                case DELTA -> {
                    return advance(MetadataCodec.fromProto(step.getDelta()));
                }
                case STEP_NOT_SET -> {
                    return true;
                }
            }
            return true;
        } catch (MetadataFormatException e) {
            LOG.error("a step of the metadata image cannot be read", e);
            return false;
        }
    }

    private void replace(ClusterImage whole) {
        ClusterImage before = image;
        if (whole.index() > before.index() && isOurs(whole)) {
            moveTo(whole, ClusterImages.diff(before, whole));
        }
    }

    private boolean advance(ClusterDelta delta) {
        ClusterImage before = image;
        if (delta.toIndex() <= before.index()) {
            return true;
        }
        if (delta.fromIndex() > before.index()) {
            return false;
        }
        moveTo(ClusterImages.apply(before, delta), delta);
        return true;
    }

    private boolean isOurs(ClusterImage whole) {
        boolean ours = whole.clusterId().isEmpty() || whole.clusterId().equals(clusterId);
        if (!ours) {
            LOG.error("the image of cluster {} is ignored: this is cluster {}", whole.clusterId(), clusterId);
        }
        return ours;
    }

    private void moveTo(ClusterImage after, ClusterDelta delta) {
        ClusterImage before = image;
        image = after;
        for (ImageListener listener : listeners) {
            tell(listener, before, after, delta);
        }
        first.complete(after);
    }

    private static void tell(ImageListener listener, ClusterImage before, ClusterImage after, ClusterDelta delta) {
        try {
            listener.onImage(before, after, delta);
        } catch (RuntimeException e) {
            LOG.error("a listener failed on the metadata image {}", after.index(), e);
        }
    }
}
