// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Link;
import io.tidemark.chaos.process.Network;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Cuts links of the network. */
final class Partition implements Nemesis {
    private static final Duration HOLD = Duration.ofSeconds(5);

    private final Shape shape;

    Partition(Shape shape) {
        this.shape = shape;
    }

    @Override
    public String name() {
        return "partition-" + shape.word();
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        return cut(field.cluster().network(), shape.links(field));
    }

    static Injury cut(Network network, List<Link> links) throws IOException {
        for (Link link : links) {
            network.cut(link);
        }
        return new Cut(network, links);
    }

    @Override
    public Duration hold() {
        return HOLD;
    }

    private record Cut(Network network, List<Link> links) implements Injury {
        @Override
        public String targets() {
            return links.toString();
        }

        @Override
        public String evidence() throws IOException {
            int seen = 0;
            for (Link link : links) {
                if (network.isSeenCut(link)) {
                    seen++;
                } else if (!network.isIdle(link)) {
                    return "";
                }
            }
            // Two followers may have nothing to say to each other.
            return seen * 2 >= links.size()
                    ? "nothing passes " + seen + " of " + links.size() + " links, the others were not used"
                    : "";
        }

        @Override
        public void heal() throws IOException {
            network.heal();
        }
    }
}
