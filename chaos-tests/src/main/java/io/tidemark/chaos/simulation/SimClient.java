// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos.simulation;

import io.tidemark.metadata.image.ClusterImage;
import io.tidemark.metadata.image.PartitionImage;
import io.tidemark.metadata.image.TopicImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process of an application: knows the cluster as some broker told it some time ago. */
class SimClient extends SimProcess {
    private final Stage stage;
    private final Prng prng;
    private ClusterImage view = ClusterImage.EMPTY;
    private boolean refreshing;
    private long refreshedMicros = Long.MIN_VALUE / 2;
    /** Age at which it asks again without a reason. */
    private final long ageMaxMicros;

    SimClient(Stage stage, int node) {
        super(stage.world(), node);
        this.stage = stage;
        this.prng = stage.world().prng().fork("client" + node);
        this.ageMaxMicros = prng.between(300_000, 5_000_000);
        stage.network().setProcess(node, this);
    }

    Stage stage() {
        return stage;
    }

    Prng prng() {
        return prng;
    }

    ClusterImage view() {
        return view;
    }

    @Nullable
    TopicImage topic(String name) {
        return view.topic(name);
    }

    static @Nullable PartitionImage partition(@Nullable TopicImage topic, int number) {
        return topic == null || number >= topic.partitions().size()
                ? null
                : topic.partitions().get(number);
    }

    /** Asks some broker how the cluster looks, not more often than is polite. */
    void refresh() {
        if (refreshing || world().nowMicros() - refreshedMicros < 20_000) {
            return;
        }
        refreshing = true;
        List<Machine> machines = stage.machines();
        int node = machines.get(prng.below(machines.size())).node();
        SimConnection call = new SimConnection(stage.network(), node(), node);
        call.onBroken(this, this::refreshed);
        call.toServer(target -> {
            ClusterImage told = ((SimBroker) target).image();
            call.toClient(this, () -> {
                call.close();
                if (told.index() > view.index()) {
                    view = told;
                }
                refreshed();
            });
        });
    }

    /** Asks when what it knows is old ({@code metadata.max.age.ms}). */
    void refreshWhenOld() {
        if (world().nowMicros() - refreshedMicros >= ageMaxMicros) {
            refresh();
        }
    }

    private void refreshed() {
        refreshing = false;
        refreshedMicros = world().nowMicros();
    }
}
