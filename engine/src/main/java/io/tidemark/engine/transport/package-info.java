// SPDX-License-Identifier: Apache-2.0
/** The gRPC services and clients: the only package of the engine that may use io.grpc and generated code. */
@NullMarked
package io.tidemark.engine.transport;

import org.jspecify.annotations.NullMarked;
