// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.cluster;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/** Makes cluster ids: random, 22 characters, safe in file names and properties. */
final class ClusterIds {
    private ClusterIds() {}

    static String random() {
        String text;
        do {
            UUID id = UUID.randomUUID();
            byte[] bytes = ByteBuffer.allocate(16)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits())
                    .array();
            text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            // A leading '-' would look like an option on a command line.
        } while (text.startsWith("-"));
        return text;
    }
}
