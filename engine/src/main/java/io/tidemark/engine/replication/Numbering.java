// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.replication;

/** Hands out ids of fetches and proposals, unique within one life of a replica. */
final class Numbering {
    private long last;

    long next() {
        return ++last;
    }
}
