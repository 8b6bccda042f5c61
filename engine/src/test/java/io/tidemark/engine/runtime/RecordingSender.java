// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.runtime;

import io.tidemark.metadata.image.Endpoint;
import java.util.ArrayList;
import java.util.List;

/** Keeps what followers would send, and lets a test answer or break the streams. */
final class RecordingSender implements ReplicaFetchSender {
    final List<Integer> opened = new ArrayList<>();
    final List<List<PartitionFetch>> messages = new ArrayList<>();
    final List<Listener> listeners = new ArrayList<>();

    @Override
    public Stream open(int leader, Endpoint endpoint, Listener listener) {
        opened.add(leader);
        listeners.add(listener);
        return new Stream() {
            @Override
            public void send(List<PartitionFetch> fetches) {
                messages.add(fetches);
            }

            @Override
            public void close() {
                messages.clear();
            }
        };
    }

    Listener lastListener() {
        return listeners.get(listeners.size() - 1);
    }

    PartitionFetch lastFetch() {
        return messages.get(messages.size() - 1).get(0);
    }
}
