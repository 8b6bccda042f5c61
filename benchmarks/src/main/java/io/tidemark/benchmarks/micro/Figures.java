// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks.micro;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was measured, by name, for goals to be held against. */
public final class Figures {
    static final String WALL_MICROS = "µs";
    static final String ALLOCATED_BYTES = "bytes";
    static final String BESIDE_KAFKA = "beside Kafka";
    static final String APART_BESIDE_LIMIT = "beside the limit, checksum apart";

    private final Map<String, Double> values = new HashMap<>();

    static String name(String table, String contender, String metric) {
        return table + " / " + contender + " / " + metric;
    }

    void put(String name, double value) {
        values.put(name, value);
    }

    void put(String table, List<TableRow> rows) {
        for (TableRow row : rows) {
            put(name(table, row.name(), WALL_MICROS), row.wallMicros());
            put(name(table, row.name(), ALLOCATED_BYTES), row.allocatedBytes());
            put(name(table, row.name(), BESIDE_KAFKA), row.besideKafka());
            put(name(table, row.name(), APART_BESIDE_LIMIT), row.apartBesideLimit());
        }
    }

    /** Null when it was not measured. */
    @Nullable
    Double get(String name) {
        return values.get(name);
    }
}
