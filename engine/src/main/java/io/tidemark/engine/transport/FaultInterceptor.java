// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** Makes a status of what a handler throws: its own fault as it is, anything else as INTERNAL, said in the node's log. */
final class FaultInterceptor implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        Guarded<Q, R> guarded = new Guarded<>(call);
        return new SimpleForwardingServerCallListener<>(next.startCall(guarded, headers)) {
            @Override
            public void onMessage(Q message) {
                guarded.run(() -> super.onMessage(message));
            }

            @Override
            public void onHalfClose() {
                guarded.run(super::onHalfClose);
            }
        };
    }

    /** A call that handles nothing more once it was answered for good: what a client still sends then is on its way already. */
    private static final class Guarded<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private volatile boolean closed;

        Guarded(ServerCall<Q, R> call) {
            super(call);
        }

        @Override
        public void close(Status status, Metadata trailers) {
            closed = true;
            super.close(status, trailers);
        }

        void run(Runnable handling) {
            if (closed) {
                return;
            }
            try {
                handling.run();
            } catch (StatusRuntimeException fault) {
                end(fault);
            } catch (RuntimeException unexpected) {
                end(Faults.unexpected(getMethodDescriptor().getFullMethodName(), unexpected));
            }
        }

        private void end(StatusRuntimeException fault) {
            Metadata trailers = Status.trailersFromThrowable(fault);
            if (!closed) {
                close(fault.getStatus(), trailers == null ? new Metadata() : trailers);
            }
        }
    }
}
