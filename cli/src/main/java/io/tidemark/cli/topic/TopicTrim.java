// SPDX-License-Identifier: Apache-2.0
package io.tidemark.cli.topic;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tidemark.cli.terminal.ClusterOptions;
import io.tidemark.cli.terminal.ConsentOptions;
import io.tidemark.cli.terminal.ExitCode;
import io.tidemark.cli.terminal.OutputOptions;
import io.tidemark.cli.terminal.Session;
import io.tidemark.client.TopicPartition;
import io.tidemark.client.admin.Admin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "trim",
        description = "Delete records from the beginning of a topic's partitions.",
        footer = {"", "Example:", "  tidemark topic trim orders --partition 0 --before 1000 --yes"})
final class TopicTrim implements Callable<Integer> {
    private static final long ALL = -1;

    private final Session session;

    @Parameters(paramLabel = "NAME", description = "Topic.")
    private String name = "";

    @Option(
            names = "--partition",
            split = ",",
            paramLabel = "N",
            description = "Partition numbers; may be repeated. Default: all.")
    private List<Integer> numbers = new ArrayList<>();

    @ArgGroup(multiplicity = "1")
    private Bound bound = new Bound();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    /** Up to where. */
    static final class Bound {
        @Option(names = "--before", paramLabel = "OFFSET", description = "Delete records below this offset.")
        private long beforeOffset = ALL;

        @Option(names = "--all", description = "Delete all committed records.")
        private boolean all;
    }

    TopicTrim(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (Admin admin = session.clients().admin(cluster.clientConfig(Map.of()))) {
            int count =
                    TopicText.requireFound(admin.describeTopics(List.of(name))).getPartitionsCount();
            Map<TopicPartition, Long> beforeOffsets = new LinkedHashMap<>();
            (numbers.isEmpty() ? IntStream.range(0, count).boxed().toList() : numbers)
                    .forEach(number -> beforeOffsets.put(new TopicPartition(name, number), bound.beforeOffset));
            if (consent.isGiven(session.terminal(), plan(beforeOffsets))) {
                tell(admin.deleteRecords(beforeOffsets));
            }
        }
        return ExitCode.OK;
    }

    private String plan(Map<TopicPartition, Long> beforeOffsets) {
        return "delete " + (bound.all ? "all committed records" : "the records below offset " + bound.beforeOffset)
                + " of " + beforeOffsets.keySet();
    }

    private void tell(Map<TopicPartition, Long> starts) {
        if (!output.isJson()) {
            starts.forEach(
                    (partition, start) -> session.terminal().line(partition + " now begins at offset " + start + "."));
            return;
        }
        JsonArray array = new JsonArray();
        starts.forEach((partition, start) -> {
            JsonObject json = new JsonObject();
            json.addProperty("topic", partition.topic());
            json.addProperty("partition", partition.partition());
            json.addProperty("logStartOffset", start);
            array.add(json);
        });
        JsonObject json = new JsonObject();
        json.add("partitions", array);
        session.terminal().json(json);
    }
}
