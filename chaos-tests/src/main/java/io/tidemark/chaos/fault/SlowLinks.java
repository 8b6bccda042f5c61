// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Link.Lane;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Lets everything between the hot leader and the other nodes take its time. */
final class SlowLinks implements Nemesis {
    private static final int DELAY_MS = 60;

    @Override
    public String name() {
        return "slow-links";
    }

    @Override
    public boolean suits(Battlefield field) {
        return field.cluster().network().canSlow();
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        int leader = field.hotLeader();
        for (int other : field.others(leader)) {
            field.cluster().network().slow(new Link(leader, other, Lane.ALL), DELAY_MS);
            field.cluster().network().slow(new Link(other, leader, Lane.ALL), DELAY_MS);
        }
        field.cluster().network().slow(new Link(Link.CLIENTS, leader, Lane.BROKER), DELAY_MS);
        return new Slow(field, leader);
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(6);
    }

    private record Slow(Battlefield field, int leader) implements Injury {
        @Override
        public String targets() {
            return "links of node " + leader + " by " + DELAY_MS + " ms";
        }

        @Override
        public String evidence() throws IOException {
            long tookMs = probeMs();
            return tookMs >= DELAY_MS ? "an exchange with node " + leader + " took " + tookMs + " ms" : "";
        }

        /** Time for a greeting to come back from the leader: a server speaks only after it was spoken to. */
        private long probeMs() throws IOException {
            List<String> address = List.of(field.cluster().nodes().stream()
                    .filter(node -> node.nodeId() == leader)
                    .findFirst()
                    .orElseThrow()
                    .address()
                    .split(":"));
            try (java.net.Socket socket = new java.net.Socket()) {
                socket.connect(new InetSocketAddress(address.get(0), Integer.parseInt(address.get(1))));
                socket.setSoTimeout(2_000);
                long startNanos = System.nanoTime();
                socket.getOutputStream()
                        .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"
                                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
                boolean isAnswered = socket.getInputStream().read() >= 0;
                return isAnswered ? (System.nanoTime() - startNanos) / 1_000_000 : -1;
            }
        }

        @Override
        public void heal() throws IOException {
            field.cluster().network().heal();
        }
    }
}
