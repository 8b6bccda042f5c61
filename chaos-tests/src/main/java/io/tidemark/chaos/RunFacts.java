// SPDX-License-Identifier: Apache-2.0
package io.tidemark.chaos;

import com.google.gson.GsonBuilder;
import io.tidemark.chaos.fault.Nemesis;
import io.tidemark.chaos.process.ClusterSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is known of a run before it is over, for whoever must understand or repeat it. */
final class RunFacts {
    private final Map<String, Object> facts = new TreeMap<>();

    RunFacts(RunPlan plan, String row, String replay, String commit) {
        ClusterSetup setup = plan.setup();
        facts.put("seed", plan.seed());
        facts.put("turn", plan.turn());
        facts.put("row", row);
        facts.put("repeat with", replay);
        facts.put("seconds of load", plan.load().toMillis() / 1_000.0);
        facts.put("faults", names(plan.nemeses()));
        facts.put("nodes", setup.nodeCount());
        facts.put("network", plan.isNamespaced() ? "namespaces" : "proxies");
        facts.put("storage", setup.storage().toString());
        facts.put("node settings", setup.config());
        facts.put("JVM options", setup.jvmOptions());
        facts.put("agent for clocks and disks", setup.hasSeams());
        facts.put("topic configs", plan.topicConfig());
        facts.put("commit", commit);
        facts.put("java", System.getProperty("java.vm.version", ""));
    }

    void plan(PlannedFaults faults) {
        facts.put("planned faults", names(faults.planned()));
        facts.put("faults that do not suit this cluster", names(faults.unsuited()));
    }

    private static List<String> names(List<Nemesis> nemeses) {
        return nemeses.stream().map(Nemesis::name).toList();
    }

    void writeJson(Path file) throws IOException {
        Files.writeString(
                file,
                new GsonBuilder()
                                .setPrettyPrinting()
                                .disableHtmlEscaping()
                                .create()
                                .toJson(facts) + "\n");
    }

    /** For a page. */
    Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        facts.forEach((name, value) -> texts.put(name, String.valueOf(value)));
        return texts;
    }
}
