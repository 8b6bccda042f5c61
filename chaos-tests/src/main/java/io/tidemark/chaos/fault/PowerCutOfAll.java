// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.fault;

import io.tidemark.chaos.process.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Cuts the power of every node at once. Only topics that are flushed before they are acknowledged outlive that. */
final class PowerCutOfAll implements Nemesis {
    @Override
    public String name() {
        return "outage-of-all";
    }

    @Override
    public boolean suits(Battlefield field) {
        return field.cluster().setup().storage() == Storage.IMAGE && field.isFlushed();
    }

    @Override
    public Injury strike(Battlefield field) throws IOException {
        List<Integer> all = field.cluster().nodeIds();
        field.cluster().kill(all);
        StringBuilder changed = new StringBuilder();
        for (int nodeId : all) {
            changed.append(field.cluster().cutPower(nodeId));
        }
        return new LostDisks(new Kill.Dead(field, all), "disks of nodes " + all, changed.toString(), all.size());
    }

    @Override
    public Duration hold() {
        return Duration.ofSeconds(1);
    }
}
