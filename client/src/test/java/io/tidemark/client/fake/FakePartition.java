// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.fake;

/** A partition: its log, shared by all brokers, and who leads it. Callers synchronise on the cluster. */
public final class FakePartition {
    final FakeLog log = new FakeLog();
    int leaderId;
    int leaderEpoch;

    FakePartition(int leaderId) {
        this.leaderId = leaderId;
    }
}
