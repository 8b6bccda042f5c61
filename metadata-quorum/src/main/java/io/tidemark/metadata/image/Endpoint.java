// SPDX-License-Identifier: Apache-2.0
package io.tidemark.metadata.image;

/**
 * A host and a TCP port.
 *
 * @param host host name or address
 * @param port TCP port, 1 to 65535
 */
public record Endpoint(String host, int port) {
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
