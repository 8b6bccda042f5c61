// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.peer;

import io.tidemark.benchmarks.load.LogSystem;
import java.io.IOException;
import java.util.List;

/** The systems by name. */
public final class Systems {
    /** Names that {@link #open} knows. */
    public static final List<String> NAMES = List.of("tidemark", "kafka", "kafka-tuned");

    private Systems() {}

    /**
     * A system that does not run yet.
     *
     * @throws IllegalArgumentException when the name is not known
     */
    public static LogSystem open(String name, SystemOptions options) throws IOException, InterruptedException {
        return switch (name) {
            case "tidemark" -> TidemarkSystem.open(options);
            case "kafka" -> KafkaSystem.open(name, options, KafkaTimeouts.DEFAULT);
            case "kafka-tuned" -> KafkaSystem.open(name, options, KafkaTimeouts.LOWEST);
            default -> throw new IllegalArgumentException("there is no system " + name + ", only " + NAMES);
        };
    }
}
