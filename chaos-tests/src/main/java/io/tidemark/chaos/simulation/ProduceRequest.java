// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.image.PartitionKey;
import java.nio.ByteBuffer;

/** What a client asks a leader to write. */
record ProduceRequest(String topic, PartitionKey key, ByteBuffer batch, int acks, int leaderEpoch, int timeoutMs) {}
