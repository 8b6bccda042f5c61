// SPDX-License-Identifier: Apache-2.0
package io.tidemark.client.metadata;

import io.tidemark.v1.Endpoint;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a node listens.
 *
 * @param host host name or address, without brackets
 * @param port TCP port, 1 to 65535
 */
public record NodeAddress(String host, int port) {
    public NodeAddress {
        if (host.isBlank() || port < 1 || port > 65535) {
            throw new IllegalArgumentException("not a host and port: " + host + ":" + port);
        }
    }

    /** Where a node says that it listens. */
    public static NodeAddress of(Endpoint endpoint) {
        return new NodeAddress(endpoint.getHost(), endpoint.getPort());
    }

    /** Reads {@code host:port} or {@code [v6]:port}. */
    public static NodeAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("not host:port: " + text);
        }
        String host = text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        return new NodeAddress(host, Integer.parseInt(text.substring(colon + 1)));
    }

    static List<NodeAddress> parseList(String text) {
        List<NodeAddress> addresses = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.isBlank()) {
                addresses.add(parse(part.strip()));
            }
        }
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return List.copyOf(addresses);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
