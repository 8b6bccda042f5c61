// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.engine.replication.FetchReply;
import io.tidemark.metadata.image.Endpoint;
import io.tidemark.metadata.image.PartitionKey;
import java.util.List;

/** Carries followers' fetches to leaders: one stream per leader. Thread-safe; nothing blocks. */
public interface ReplicaFetchSender {
    /** Opens a stream to a leader. A stream that cannot be opened breaks at once or later. */
    Stream open(int leader, Endpoint endpoint, Listener listener);

    /** A stream to one leader; used by one thread at a time. */
    interface Stream {
        /** Sends fetches in one message. A fetch of a partition replaces the one before it. */
        void send(List<PartitionFetch> fetches);

        /** Ends the stream; the listener is told nothing more that matters. */
        void close();
    }

    /** Told what comes of a stream, in order, on the transport's thread. */
    interface Listener {
        /** One partition's fetch was answered. */
        void onReply(PartitionKey key, FetchReply reply);

        /** The stream is gone and with it every answer that was open. */
        void onBroken(String reason);
    }
}
