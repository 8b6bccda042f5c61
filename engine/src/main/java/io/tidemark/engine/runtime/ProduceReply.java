// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.Effect;

/** Takes the outcome of a write. */
public interface ProduceReply extends Reply {
    /** The batch is as durable as was asked for. */
    void completed(Effect.CompleteProduce result);
}
