// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

/** Codecs of a batch's records; ids and framings as in Kafka. */
public enum Compression {
    /** As is. */
    NONE(0),
    /** RFC 1952. */
    GZIP(1),
    /** Snappy in xerial framing. */
    SNAPPY(2),
    /** LZ4 frame format. */
    LZ4(3),
    /** Zstandard. */
    ZSTD(4);

    private final int id;

    Compression(int id) {
        this.id = id;
    }

    /** Codec id in the attributes. */
    public int id() {
        return id;
    }
}
