// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.transport;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Faults of a whole request, as gRPC statuses with google.rpc details. */
final class Faults {
    private static final Logger LOG = LoggerFactory.getLogger(Faults.class);
    private static final String DOMAIN = "tidemark.io";

    private Faults() {}

    /** The request is malformed; asking again is of no use. */
    static StatusRuntimeException invalidArgument(String reason, String message) {
        return of(Code.INVALID_ARGUMENT, reason, message);
    }

    /** The sender is not who it says. */
    static StatusRuntimeException unauthenticated(String reason, String message) {
        return of(Code.UNAUTHENTICATED, reason, message);
    }

    /** The node met a fault of its own, which is said in its log. */
    static StatusRuntimeException unexpected(String what, Throwable fault) {
        LOG.error("{} failed", what, fault);
        return internal("the node met a fault of its own; its log says more");
    }

    /** What a node cannot answer for a reason of its own, which the caller is told. */
    static StatusRuntimeException internal(String message) {
        return of(Code.INTERNAL, "INTERNAL", message);
    }

    private static StatusRuntimeException of(Code code, String reason, String message) {
        com.google.rpc.Status status = com.google.rpc.Status.newBuilder()
                .setCode(code.getNumber())
                .setMessage(message)
                .addDetails(Any.pack(ErrorInfo.newBuilder()
                        .setReason(reason)
                        .setDomain(DOMAIN)
                        .build()))
                .build();
        return StatusProto.toStatusRuntimeException(status);
    }
}
