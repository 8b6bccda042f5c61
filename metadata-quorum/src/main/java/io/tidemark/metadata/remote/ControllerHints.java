// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.tidemark.metadata.client.VoterAddress;
import io.tidemark.metadata.command.MetadataCodec;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.v1.ControllerHint;
import org.jspecify.annotations.Nullable;

/** Controller hints to and from the wire. */
final class ControllerHints {
    private ControllerHints() {}

    static ControllerHint of(QuorumView view) {
        VoterAddress controller = view.controller();
        if (controller == null) {
            return ControllerHint.newBuilder().setNodeId(-1).build();
        }
        return ControllerHint.newBuilder()
                .setNodeId(controller.nodeId())
                .setEndpoint(MetadataCodec.toProto(controller.grpc()))
                .build();
    }

    /** Where the hinted controller is; null when the hint does not know. */
    static @Nullable Endpoint endpoint(ControllerHint hint) {
        return hint.hasEndpoint() ? MetadataCodec.fromProto(hint.getEndpoint()) : null;
    }
}
