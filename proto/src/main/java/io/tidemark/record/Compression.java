// SPDX-License-Identifier: Apache-2.0
package io.tidemark.record;

import org.jspecify.annotations.Nullable;

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

    private static final Compression[] BY_ID = values();

    private final int id;

    Compression(int id) {
        this.id = id;
    }

    /** Codec id in the attributes. */
    public int id() {
        return id;
    }

    /** The codec of an id; null when there is none. */
    public static @Nullable Compression ofId(int id) {
        return id >= 0 && id < BY_ID.length ? BY_ID[id] : null;
    }
}
