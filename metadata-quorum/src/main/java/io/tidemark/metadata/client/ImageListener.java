// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.client;

import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.metadata.image.ClusterImage;

/** Told of every change of a node's metadata image. */
@FunctionalInterface
public interface ImageListener {
    /**
     * The image changed.
     *
     * @param before the image before
     * @param after the image now
     * @param delta what differs; after a full image was received it names everything that differs
     */
    void onImage(ClusterImage before, ClusterImage after, ClusterDelta delta);
}
