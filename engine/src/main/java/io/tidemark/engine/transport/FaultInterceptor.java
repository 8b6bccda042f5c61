// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a status of what a handler throws: its own fault as it is, anything else as INTERNAL, said in the node's log. */
final class FaultInterceptor implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(FaultInterceptor.class);

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            @Override
            public void onMessage(Q message) {
                guard(call, () -> super.onMessage(message));
            }

            @Override
            public void onHalfClose() {
                guard(call, super::onHalfClose);
            }
        };
    }

    private static void guard(ServerCall<?, ?> call, Runnable handling) {
        try {
            handling.run();
        } catch (StatusRuntimeException fault) {
            close(call, fault);
        } catch (RuntimeException unexpected) {
            LOG.error("{} failed", call.getMethodDescriptor().getFullMethodName(), unexpected);
            close(call, Faults.internal("the node met a fault of its own; its log says more"));
        }
    }

    private static void close(ServerCall<?, ?> call, StatusRuntimeException fault) {
        Metadata trailers = Status.trailersFromThrowable(fault);
        call.close(fault.getStatus(), trailers == null ? new Metadata() : trailers);
    }
}
