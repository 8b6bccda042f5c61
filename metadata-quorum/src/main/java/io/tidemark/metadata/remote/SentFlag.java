// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.remote;

import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/** Notes whether a call ever left this process: if it did not, it may be made again without a doubt about its outcome. */
final class SentFlag extends ClientStreamTracer.Factory {
    private volatile boolean sent;

    boolean isSent() {
        return sent;
    }

    @Override
    public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientStreamTracer() {
            @Override
            public void outboundHeaders() {
                sent = true;
            }
        };
    }
}
