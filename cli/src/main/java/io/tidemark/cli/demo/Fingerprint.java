// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.demo;

/** A 64-bit fingerprint of bytes (FNV-1a), so that the proof need not keep the lines themselves. */
final class Fingerprint {
    private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fingerprint() {}

    static long of(byte[] bytes) {
        long hash = OFFSET_BASIS;
        for (byte each : bytes) {
            hash = (hash ^ (each & 0xff)) * PRIME;
        }
        return hash;
    }
}
