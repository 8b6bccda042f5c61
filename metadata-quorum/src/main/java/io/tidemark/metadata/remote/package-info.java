// SPDX-License-Identifier: Apache-2.0
/** The quorum's gRPC service and the port's gRPC client. */
@NullMarked
package io.tidemark.metadata.remote;

import org.jspecify.annotations.NullMarked;
