// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.ClusterDelta;
import io.tidemark.v1.DeltaRecord;
import org.jspecify.annotations.Nullable;

/** A remembered change. Its encoding is made once, for however many followers; by the pushing thread only. */
final class FeedStep {
    private final ClusterDelta delta;
    private final int weight;
    private @Nullable DeltaRecord encoded;

    FeedStep(ClusterDelta delta, int weight) {
        this.delta = delta;
        this.weight = weight;
    }

    ClusterDelta delta() {
        return delta;
    }

    int weight() {
        return weight;
    }

    DeltaRecord encoded() {
        DeltaRecord made = encoded;
        if (made == null) {
            made = MetadataCodec.toProto(delta);
            encoded = made;
        }
        return made;
    }
}
