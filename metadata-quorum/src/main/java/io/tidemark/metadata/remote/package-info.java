// SPDX-License-Identifier: Apache-2.0
/**
 * The quorum's gRPC service, the ports that it asks of its node, and the gRPC client that brokers use. Besides the
 * service list of the quorum node this is the only package with io.grpc.
 */
@NullMarked
package io.tidemark.metadata.remote;

import org.jspecify.annotations.NullMarked;
