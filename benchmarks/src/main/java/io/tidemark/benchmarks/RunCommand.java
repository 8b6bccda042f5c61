// SPDX-License-Identifier: Apache-2.0
package io.tidemark.benchmarks;

import io.tidemark.benchmarks.load.LogSystem;
import io.tidemark.benchmarks.load.Visit;
import io.tidemark.benchmarks.peer.Systems;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code benchmarks run}: one visit to one system. */
@Command(name = "run", description = "Start one system, run scenarios on it, end it.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options = new RunOptions();

    @Option(names = "--system", required = true, description = "tidemark, kafka or kafka-tuned.")
    private String system = "";

    @Option(names = "--pair", description = "Which repetition this is.", defaultValue = "1")
    private int pair;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (LogSystem opened = Systems.open(system, options.system())) {
            new Visit(opened, pair, options.times(), options.resultFile(), System.out::println)
                    .run(options.scenarios());
        }
        return 0;
    }
}
