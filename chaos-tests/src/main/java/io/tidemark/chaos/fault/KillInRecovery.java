// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Kills a node, starts it, and kills it again, several times, each a little later in its recovery. */
final class KillInRecovery implements Nemesis {
    private static final int TIMES = 4;
    private static final int LONGEST_MS = 2_500;

    @Override
    public String name() {
        return "kill-in-recovery";
    }

    @Override
    public boolean suits(Battlefield field) {
        return true;
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        int nodeId = field.hotLeader();
        field.cluster().kill(List.of(nodeId));
        StringBuilder times = new StringBuilder();
        List<Long> early = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            field.cluster().start(nodeId);
            long afterMs = 300L + field.random().nextInt(LONGEST_MS);
            LockSupport.parkNanos(afterMs * 1_000_000);
            boolean isReady = field.cluster().isReady(nodeId);
            field.cluster().kill(List.of(nodeId));
            times.append(' ').append(afterMs);
            if (!isReady) {
                early.add(afterMs);
            }
        }
        Kill.Dead dead = new Kill.Dead(field, List.of(nodeId));
        return new Injury() {
            @Override
            public String targets() {
                return "node " + nodeId + ", so many ms after its starts:" + times;
            }

            @Override
            public String evidence() {
                String gone = dead.evidence();
                return early.isEmpty() || gone.isEmpty() ? "" : "not ready yet after " + early + " ms; " + gone;
            }

            @Override
            public void heal() {
                dead.heal();
            }
        };
    }

    @Override
    public Duration hold() {
        return Duration.ofMillis(200);
    }
}
