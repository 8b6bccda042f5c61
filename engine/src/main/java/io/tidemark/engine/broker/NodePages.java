// SPDX-License-Identifier: Apache-2.0
package io.tidemark.engine.broker;

import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.engine.observe.EngineMetrics;
import io.tidemark.engine.observe.HttpEndpoint;
import io.tidemark.engine.observe.PartitionSnapshot;
import io.tidemark.engine.observe.StateDump;
import io.tidemark.metadata.client.MetadataClient;
import io.tidemark.metadata.control.RackSpread;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the node shows over HTTP. */
final class NodePages implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final EngineMetrics metrics = new EngineMetrics(registry);
    private @Nullable JvmGcMetrics gcMetrics;

    EngineMetrics metrics() {
        return metrics;
    }

    HttpEndpoint.Pages pages(
            String clusterId,
            int nodeId,
            MetadataClient metadata,
            @Nullable BrokerRole broker,
            Supplier<String> notReady) {
        EngineMetrics.countRackBroken(
                registry, () -> RackSpread.broken(metadata.image()).size());
        return new HttpEndpoint.Pages(() -> scrape(broker), notReady, () -> dump(clusterId, nodeId, metadata, broker)
                .toJson());
    }

    private String scrape(@Nullable BrokerRole broker) {
        if (broker != null) {
            metrics.refresh(broker.snapshots());
        }
        watchJvm();
        return registry.scrape();
    }

    /** From the first look on: a node that starts has more to do than to open the beans of its JVM. */
    private synchronized void watchJvm() {
        if (gcMetrics == null) {
            gcMetrics = new JvmGcMetrics();
            gcMetrics.bindTo(registry);
            new JvmMemoryMetrics().bindTo(registry);
            new ProcessorMetrics().bindTo(registry);
        }
    }

    private static StateDump dump(String clusterId, int nodeId, MetadataClient metadata, @Nullable BrokerRole broker) {
        List<PartitionSnapshot> partitions = broker == null ? List.of() : broker.snapshots();
        return new StateDump(
                clusterId,
                nodeId,
                broker == null ? -1 : broker.brokerEpoch(),
                metadata.image().index(),
                metadata.controllerId(),
                broker == null ? "NONE" : broker.phase(),
                broker != null && broker.isLeaseValid(),
                partitions);
    }

    @Override
    public synchronized void close() {
        if (gcMetrics != null) {
            gcMetrics.close();
        }
        registry.close();
    }
}
