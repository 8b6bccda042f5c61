// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.process;

import io.tidemark.chaos.process.Link.Lane;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which links of a proxied network are cut or slow, and what was held because of it. Thread-safe. */
final class ProxyGate {
    private static final long CHECK_MS = 10;

    private final Set<Link> cuts = ConcurrentHashMap.newKeySet();
    private final Map<Link, Integer> delays = new ConcurrentHashMap<>();
    private final Set<Link> held = ConcurrentHashMap.newKeySet();
    private final Set<Link> passed = ConcurrentHashMap.newKeySet();

    synchronized void cut(Link link) {
        cuts.add(link);
        passed.removeIf(one -> covers(link, one.from(), one.to(), one.lane()));
    }

    synchronized void mend(Link link) {
        cuts.remove(link);
        held.remove(link);
        notifyAll();
    }

    void slow(Link link, int delayMs) {
        delays.put(link, delayMs);
    }

    synchronized void heal() {
        cuts.clear();
        delays.clear();
        held.clear();
        notifyAll();
    }

    /** Waits while the link is cut, as bytes in a network that loses every packet do, then as long as it is slow. */
    synchronized void pass(int from, int to, Lane lane) throws InterruptedException {
        while (isCut(from, to, lane)) {
            wait(CHECK_MS);
        }
        long sinceNanos = System.nanoTime();
        long leftMs = delayMs(from, to, lane);
        while (leftMs > 0) {
            wait(leftMs);
            leftMs = delayMs(from, to, lane) - (System.nanoTime() - sinceNanos) / 1_000_000;
        }
        passed.add(new Link(from, to, lane));
    }

    private boolean isCut(int from, int to, Lane lane) {
        for (Link cut : cuts) {
            if (covers(cut, from, to, lane)) {
                held.add(cut);
                return true;
            }
        }
        return false;
    }

    private long delayMs(int from, int to, Lane lane) {
        long delayMs = 0;
        for (Map.Entry<Link, Integer> slow : delays.entrySet()) {
            Link link = slow.getKey();
            if (covers(link, from, to, lane)) {
                delayMs = Math.max(delayMs, slow.getValue());
            }
        }
        return delayMs;
    }

    private static boolean covers(Link link, int from, int to, Lane lane) {
        return link.from() == from && link.to() == to && link.lane().covers(lane);
    }

    boolean hasHeld(Link link) {
        return held.contains(link);
    }

    /** Whether nobody sent anything over a link since it was cut. */
    boolean isIdle(Link link) {
        return !held.contains(link) && passed.stream().noneMatch(one -> covers(link, one.from(), one.to(), one.lane()));
    }
}
